// jQuery UI, Salesforce Lightning and Onsen UI.
import { when, share, caret, given, type Controls } from './library.ts';

export const jquery: Controls = {
  hasDefault: false,
  keep: /\.ui-(?:button|widget|corner|state|tabs?\b|tabs-|slider|progressbar|menu|selectmenu|icon|helper|spinner)/,
  slider: (p) =>
    `<div ${p.tag} style="width:${p.width}px;height:22px;padding:5px 0;box-sizing:border-box;margin:0 8px"><div class="ui-slider ui-corner-all ui-slider-horizontal ui-widget ui-widget-content" ${p.states('ui-state-disabled')}>${p.dice.chance(0.7) ? `<div class="ui-slider-range ui-corner-all ui-widget-header ui-slider-range-min" style="width:${share(p.value)}"></div>` : ''}<span class="ui-slider-handle ui-corner-all ui-state-default" style="left:${share(p.value)}" ${p.states('', 'ui-state-focus')}></span></div></div>`,
  button: (p) =>
    `<button class="ui-button ui-widget ui-corner-all" ${p.tag} ${p.states('ui-state-disabled', 'ui-state-focus')}>${p.words}</button>`,
  field: (p) =>
    `<input class="ui-widget ui-widget-content ui-corner-all" ${given(p)} ${p.tag} ${p.states('ui-state-disabled', 'ui-state-focus')} style="width:${p.width}px;padding:4px 6px;box-sizing:border-box">`,
  select: (p) =>
    `<span class="ui-selectmenu-button ui-selectmenu-button-closed ui-corner-all ui-button ui-widget" ${p.tag} ${p.states('ui-state-disabled', 'ui-state-focus')} style="width:${p.width}px;display:inline-flex;justify-content:space-between;align-items:center;box-sizing:border-box"><span class="ui-selectmenu-text">${p.words}</span>${caret}</span>`,
  progress: (p) =>
    `<div class="ui-progressbar ui-corner-all ui-widget ui-widget-content" ${p.tag} style="width:${p.width}px;${p.dice.chance(0.5) ? 'height:14px' : ''}"><div class="ui-progressbar-value ui-corner-left ui-widget-header" style="width:${share(p.value)}"></div></div>`,
  tab: (p) =>
    `<li class="ui-tabs-tab ui-corner-top ui-tab${p.on ? ' ui-tabs-active ui-state-active' : ' ui-state-default'}" ${p.tag} ${p.states('ui-state-disabled', 'ui-state-focus')}><a class="ui-tabs-anchor">${p.words}</a></li>`,
  tabs: (items) =>
    `<div class="ui-tabs ui-corner-all ui-widget ui-widget-content"><ul class="ui-tabs-nav ui-corner-all ui-helper-reset ui-helper-clearfix ui-widget-header">${items}</ul></div>`,
};

export const lightning: Controls = {
  keep: /\.slds-(?:checkbox|radio|toggle|slider|button|input|select|tabs|progress-bar|form-element|is-active|is-selected|has-focus|menu|dropdown)/,
  checkbox: (p) =>
    `<span class="slds-checkbox"><input type="checkbox" ${when(p.on, 'checked')} ${when(p.mixed, 'data-mixed')} ${p.off} ${p.states('', 'foc')}><label class="slds-checkbox__label" style="margin:0"><span class="slds-checkbox_faux" ${p.tag} style="margin:0"></span></label></span>`,
  radio: (p) =>
    `<span class="slds-radio"><input type="radio" ${when(p.on, 'checked')} ${p.off} ${p.states('', 'foc')}><label class="slds-radio__label" style="margin:0"><span class="slds-radio_faux" ${p.tag} style="margin:0"></span></label></span>`,
  toggle: (p) =>
    `<label class="slds-checkbox_toggle" style="display:inline-block"><input type="checkbox" ${when(p.on, 'checked')} ${p.off} ${p.states('', 'foc')}><span class="slds-checkbox_faux_container" style="min-width:0"><span class="slds-checkbox_faux" ${p.tag}></span></span></label>`,
  slider: (p) =>
    `<input type="range" class="slds-slider__range" min="0" max="100" value="${p.value * 100}" ${p.tag} ${p.off} ${p.states('', 'foc')} style="width:${p.width}px">`,
  button: (p) =>
    `<button class="slds-button ${p.isDefault ? 'slds-button_brand' : p.dice.one(['slds-button_neutral', 'slds-button_neutral', 'slds-button_outline-brand', 'slds-button_text-destructive'])}" ${p.tag} ${p.off} ${p.states('', 'foc')}>${p.words}</button>`,
  field: (p) =>
    `<input class="slds-input" ${given(p)} ${p.tag} ${p.off} ${p.states('', 'foc')} style="width:${p.width}px">`,
  select: (p) =>
    `<div class="slds-select_container" ${p.tag} style="width:${p.width}px"><select class="slds-select" ${p.off} ${p.states('', 'foc')}><option>${p.words}</option></select></div>`,
  progress: (p) =>
    `<div class="slds-progress-bar${p.dice.one(['', ' slds-progress-bar_x-small', ' slds-progress-bar_large', ' slds-progress-bar_circular'])}" ${p.tag} style="width:${p.width}px"><span class="slds-progress-bar__value" style="width:${share(p.value)}"></span></div>`,
  tab: (p) =>
    `<li class="slds-tabs_default__item${when(p.on, 'slds-is-active')}" ${p.tag}><a class="slds-tabs_default__link" ${p.states('', 'foc')}>${p.words}</a></li>`,
  tabs: (items) =>
    `<div class="slds-tabs_default"><ul class="slds-tabs_default__nav" style="margin:0;padding:0;list-style:none">${items}</ul></div>`,
};

export const onsen = (material: boolean): Controls => {
  const is = (name: string): string => (material ? `${name} ${name}--material` : name);
  return {
    keep: /\.(?:switch|checkbox|radio-button|button|text-input|search-input|range|segment|progress-bar|select-input|select|tabbar|list-item)(?:[-_.:]|\b)/,
    button: (p) =>
      `<button class="${is('button')} ${p.isDefault ? '' : material ? 'button--material--flat' : 'button--outline'}" ${p.tag} ${p.off}>${p.words}</button>`,
    field: (p) =>
      `<input class="${is('text-input')}" ${given(p)} ${p.tag} ${p.off} ${p.states('', 'foc')} style="width:${p.width}px;border-bottom:1px solid #9996">`,
    progress: (p) =>
      `<div class="${is('progress-bar')}" ${p.tag} style="width:${p.width}px"><div class="${is('progress-bar__primary')}" style="width:${share(p.value)}"></div></div>`,
    ...(!material && {
      toggle: (p) =>
        `<label class="switch" ${p.tag}><input type="checkbox" class="switch__input" ${when(p.on, 'checked')} ${p.off}><div class="switch__toggle"><div class="switch__handle"></div></div></label>`,
      tab: (p) =>
        `<div class="segment__item" ${p.tag}><input type="radio" class="segment__input" ${when(p.on, 'checked')} ${p.off}><div class="segment__button">${p.words}</div></div>`,
      tabs: (items) =>
        `<div class="segment" style="width:${(items.length % 120) + 260}px">${items}</div>`,
    }),
  };
};
