// PrimeReact and Blueprint.
import { when, share, caret, tick, dash, given, type Controls } from './library.ts';

export const prime: Controls = {
  keep: /\.p-(?:component|checkbox|radiobutton|inputswitch|slider|button|inputtext|inputwrapper|dropdown|tabview|tabmenu|selectbutton|progressbar|menu|menuitem|disabled|highlight|focus|icon|link|unselectable)/,
  checkbox: (p) =>
    `<div class="p-checkbox p-component${when(p.on, 'p-highlight')}" data-p-highlight="${p.on}" ${p.states('p-disabled')}><div class="p-checkbox-box${when(p.on, 'p-highlight')}" ${p.tag} ${p.states('p-disabled', 'p-focus')}>${p.on ? tick : p.mixed ? dash : ''}</div></div>`,
  radio: (p) =>
    `<div class="p-radiobutton p-component${when(p.on, 'p-highlight')}" ${p.states('p-disabled')}><div class="p-radiobutton-box${when(p.on, 'p-highlight')}" ${p.tag} ${p.states('p-disabled', 'p-focus')}><div class="p-radiobutton-icon"></div></div></div>`,
  toggle: (p) =>
    `<div class="p-inputswitch p-component${when(p.on, 'p-highlight p-inputswitch-checked')}" data-p-highlight="${p.on}" ${p.tag} ${p.states('p-disabled', 'p-focus p-inputswitch-focus')}><span class="p-inputswitch-slider"></span></div>`,
  slider: (p) =>
    `<div ${p.tag} style="width:${p.width}px;height:22px;padding:9px 0;box-sizing:border-box"><div class="p-slider p-component p-slider-horizontal" style="position:relative" ${p.states('p-disabled')}><span class="p-slider-range" style="position:absolute;left:0;top:0;height:100%;width:${share(p.value)}"></span><span class="p-slider-handle" style="position:absolute;top:50%;left:${share(p.value)}" ${p.states('', 'foc')}></span></div></div>`,
  button: (p) =>
    `<button class="p-button p-component ${p.isDefault ? '' : p.dice.one(['p-button-outlined', 'p-button-secondary p-button-outlined', 'p-button-secondary'])}${p.dice.one(['', ' p-button-sm', ' p-button-rounded'])}" ${p.tag} ${p.states('p-disabled', 'foc')} ${p.off}><span class="p-button-label p-c">${p.words}</span></button>`,
  field: (p) =>
    `<input class="p-inputtext p-component" ${given(p)} ${p.tag} ${p.off} ${p.states('p-disabled', 'foc')} style="width:${p.width}px">`,
  select: (p) =>
    `<div class="p-dropdown p-component p-inputwrapper p-inputwrapper-filled" ${p.tag} ${p.states('p-disabled', 'p-focus')} style="width:${p.width}px"><span class="p-dropdown-label p-inputtext">${p.words}</span><div class="p-dropdown-trigger">${caret}</div></div>`,
  progress: (p) =>
    `<div class="p-progressbar p-component p-progressbar-determinate" ${p.tag} style="position:relative;overflow:hidden;width:${p.width}px;${p.dice.chance(0.4) ? 'height:8px' : ''}"><div class="p-progressbar-value" style="position:absolute;left:0;top:0;height:100%;width:${share(p.value)}"></div></div>`,
  tab: (p) =>
    `<li class="p-unselectable-text${when(p.on, 'p-tabview-selected p-highlight')}" ${p.states('p-disabled')}><a class="p-tabview-nav-link" ${p.tag} ${p.states('', 'foc')}><span class="p-tabview-title">${p.words}</span></a></li>`,
  tabs: (items) =>
    `<div class="p-tabview p-component"><div class="p-tabview-nav-container"><div class="p-tabview-nav-content"><ul class="p-tabview-nav" role="tablist" style="margin:0;padding:0">${items}</ul></div></div></div>`,
};

export const blueprint: Controls = {
  keep: /\.bp5-(?:control|checkbox|radio|switch|slider|button|input|html-select|tab|progress|menu|icon|intent|dark|text-overflow)/,
  checkbox: (p) =>
    `<label class="bp5-control bp5-checkbox" ${p.states('bp5-disabled')} style="margin:0;min-height:0;padding-left:26px"><input type="checkbox" ${when(p.on, 'checked')} ${when(p.mixed, 'data-mixed')} ${p.off} ${p.states('', 'foc')}><span class="bp5-control-indicator" ${p.tag}></span></label>`,
  radio: (p) =>
    `<label class="bp5-control bp5-radio" ${p.states('bp5-disabled')} style="margin:0;min-height:0;padding-left:26px"><input type="radio" ${when(p.on, 'checked')} ${p.off} ${p.states('', 'foc')}><span class="bp5-control-indicator" ${p.tag}></span></label>`,
  toggle: (p) =>
    `<label class="bp5-control bp5-switch" ${p.states('bp5-disabled')} style="margin:0;min-height:0"><input type="checkbox" ${when(p.on, 'checked')} ${p.off} ${p.states('', 'foc')}><span class="bp5-control-indicator" ${p.tag}></span></label>`,
  slider: (p) =>
    `<div class="bp5-slider bp5-slider-unlabeled" ${p.tag} ${p.states('bp5-disabled')} style="width:${p.width}px;min-width:0"><div class="bp5-slider-track"><div class="bp5-slider-progress" style="left:0;right:0"></div><div class="bp5-slider-progress bp5-intent-primary" style="left:0;right:${share(1 - p.value)}"></div></div><span class="bp5-slider-handle" style="left:calc(${share(p.value)} - 8px)" ${p.states('', 'foc')}></span></div>`,
  button: (p) =>
    `<button class="bp5-button ${p.isDefault ? 'bp5-intent-primary' : p.dice.one(['', '', 'bp5-outlined', 'bp5-intent-danger bp5-outlined'])}${p.dice.one(['', ' bp5-large', ' bp5-small'])}" ${p.tag} ${p.off} ${p.states('bp5-disabled', 'foc')}><span class="bp5-button-text">${p.words}</span></button>`,
  field: (p) =>
    `<input class="bp5-input${p.dice.one(['', ' bp5-round', ' bp5-large'])}" ${given(p)} ${p.tag} ${p.off} ${p.states('', 'foc')} style="width:${p.width}px">`,
  select: (p) =>
    `<div class="bp5-html-select" ${p.tag} style="width:${p.width}px"><select ${p.off} ${p.states('', 'foc')}><option>${p.words}</option></select><span class="bp5-icon" style="position:absolute;right:7px;top:7px">${caret}</span></div>`,
  progress: (p) =>
    `<div class="bp5-progress-bar bp5-no-animation ${p.dice.one(['bp5-no-stripes', ''])} ${p.dice.one(['bp5-intent-primary', 'bp5-intent-success', ''])}" ${p.tag} style="width:${p.width}px"><div class="bp5-progress-meter" style="width:${share(p.value)}"></div></div>`,
  tab: (p) =>
    `<div class="bp5-tab" aria-selected="${p.on}" ${p.tag} ${p.states('', 'foc')} style="margin-right:16px;${p.on ? 'box-shadow:inset 0 -3px 0 currentColor' : ''}">${p.words}</div>`,
  tabs: (items) => `<div class="bp5-tabs"><div class="bp5-tab-list">${items}</div></div>`,
};
