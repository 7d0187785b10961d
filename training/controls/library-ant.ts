// Ant Design and Element Plus.
import { when, share, caret, given, type Controls } from './library.ts';

export const ant: Controls = {
  keep: /\.ant-(?:checkbox|radio|switch|slider|btn|input|select|tabs|progress|menu|segmented)/,
  checkbox: (p) =>
    `<span class="ant-checkbox${when(p.on, 'ant-checkbox-checked')}${when(p.mixed, 'ant-checkbox-indeterminate')}" ${p.states('ant-checkbox-disabled')} style="top:0"><input type="checkbox" class="ant-checkbox-input" ${p.states('', 'foc')} style="pointer-events:none"><span class="ant-checkbox-inner" ${p.tag}></span></span>`,
  radio: (p) =>
    `<span class="ant-radio${when(p.on, 'ant-radio-checked')}" ${p.states('ant-radio-disabled')} style="top:0"><input type="radio" class="ant-radio-input" ${p.states('', 'foc')} style="pointer-events:none"><span class="ant-radio-inner" ${p.tag}></span></span>`,
  toggle: (p) =>
    `<button class="ant-switch${when(p.on, 'ant-switch-checked')}${when(p.width % 3 === 0, 'ant-switch-small')}" ${p.tag} ${p.states('ant-switch-disabled', 'foc')}><div class="ant-switch-handle"></div><span class="ant-switch-inner"></span></button>`,
  slider: (p) =>
    `<div class="ant-slider ant-slider-horizontal" ${p.tag} ${p.states('ant-slider-disabled')} style="width:${p.width}px;margin:4px 6px"><div class="ant-slider-rail"></div><div class="ant-slider-track" style="left:0;width:${share(p.value)}"></div><div class="ant-slider-step"></div><div class="ant-slider-handle" ${p.states('', 'foc')} style="left:${share(p.value)};transform:translateX(-50%)"></div></div>`,
  button: (p) =>
    `<button class="ant-btn ${p.isDefault ? 'ant-btn-primary' : p.dice.one(['ant-btn-default', 'ant-btn-default', 'ant-btn-dashed', 'ant-btn-default ant-btn-dangerous'])}" ${p.tag} ${p.off} ${p.states('', 'foc')}><span>${p.words}</span></button>`,
  field: (p) =>
    p.dice.chance(0.3)
      ? `<span class="ant-input-affix-wrapper" ${p.tag} ${p.states('ant-input-affix-wrapper-disabled', 'ant-input-affix-wrapper-focused')} style="width:${p.width}px"><span class="ant-input-prefix">${p.icon}</span><input class="ant-input" ${given(p)} ${p.off}></span>`
      : `<input class="ant-input${p.dice.one(['', ' ant-input-lg', ' ant-input-sm'])}" ${given(p)} ${p.tag} ${p.off} ${p.states('', 'foc')} style="width:${p.width}px">`,
  select: (p) =>
    `<div class="ant-select ant-select-single ant-select-show-arrow" ${p.tag} ${p.states('ant-select-disabled', 'ant-select-focused')} style="width:${p.width}px"><div class="ant-select-selector"><span class="ant-select-selection-item">${p.words}</span></div><span class="ant-select-arrow">${caret}</span></div>`,
  progress: (p) =>
    `<div class="ant-progress ant-progress-line" style="width:${p.width}px"><div class="ant-progress-outer"><div class="ant-progress-inner" ${p.tag}><div class="ant-progress-bg" style="width:${share(p.value)};height:${p.width % 2 ? 8 : 6}px"></div></div></div></div>`,
  tab: (p) =>
    `<div class="ant-tabs-tab${when(p.on, 'ant-tabs-tab-active')}" ${p.tag} ${p.states('ant-tabs-tab-disabled')}><div class="ant-tabs-tab-btn">${p.words}</div>${p.on ? '<div class="ant-tabs-ink-bar" style="left:0;width:100%;bottom:0;height:2px"></div>' : ''}</div>`,
  tabs: (items, dice) =>
    `<div class="ant-tabs ant-tabs-top${dice.one(['', ' ant-tabs-card', ' ant-tabs-small'])}"><div class="ant-tabs-nav"><div class="ant-tabs-nav-wrap"><div class="ant-tabs-nav-list">${items}</div></div></div></div>`,
  menuitem: (p) =>
    `<li class="ant-menu-item${when(p.on, 'ant-menu-item-selected')}" ${p.tag} ${p.states('ant-menu-item-disabled')}><span class="ant-menu-title-content">${p.words}</span></li>`,
  menu: (items) =>
    `<ul class="ant-menu ant-menu-root ant-menu-inline ant-menu-light" style="max-width:240px">${items}</ul>`,
};

export const element: Controls = {
  keep: /\.el-(?:checkbox|radio|switch|slider|button|input|select|tabs|progress|menu|icon)/,
  checkbox: (p) =>
    `<label class="el-checkbox${when(p.on, 'is-checked')}" style="margin:0;height:auto"><span class="el-checkbox__input${when(p.on, 'is-checked')}${when(p.mixed, 'is-indeterminate')}" ${p.states('is-disabled', 'is-focus')}><span class="el-checkbox__inner" ${p.tag}></span></span></label>`,
  radio: (p) =>
    `<label class="el-radio${when(p.on, 'is-checked')}" style="margin:0;height:auto"><span class="el-radio__input${when(p.on, 'is-checked')}" ${p.states('is-disabled', 'is-focus')}><span class="el-radio__inner" ${p.tag}></span></span></label>`,
  toggle: (p) =>
    `<div class="el-switch${when(p.on, 'is-checked')}${p.dice.one(['', ' el-switch--small', ' el-switch--large'])}" ${p.states('is-disabled')}><span class="el-switch__core" ${p.tag}><div class="el-switch__action"></div></span></div>`,
  slider: (p) =>
    `<div class="el-slider" ${p.tag} style="width:${p.width}px;height:22px;margin:0 8px"><div class="el-slider__runway" ${p.states('is-disabled')}><div class="el-slider__bar" style="left:0;width:${share(p.value)}"></div><div class="el-slider__button-wrapper" style="left:${share(p.value)}"><div class="el-slider__button"></div></div></div></div>`,
  button: (p) =>
    `<button class="el-button ${p.isDefault ? 'el-button--primary' : p.dice.one(['', '', 'is-plain', 'is-round'])}${p.dice.one(['', ' el-button--small', ' el-button--large'])}" ${p.tag} ${p.states('is-disabled', 'foc')}><span>${p.words}</span></button>`,
  field: (p) =>
    `<div class="el-input" ${p.tag} ${p.states('is-disabled')} style="width:${p.width}px"><div class="el-input__wrapper" ${p.states('', 'is-focus')}><input class="el-input__inner" ${given(p)}></div></div>`,
  select: (p) =>
    `<div class="el-select" style="width:${p.width}px"><div class="el-select__wrapper" ${p.tag} ${p.states('is-disabled', 'is-focused')}><div class="el-select__selection"><div class="el-select__selected-item"><span>${p.words}</span></div></div><div class="el-select__suffix">${caret}</div></div></div>`,
  progress: (p) =>
    `<div class="el-progress el-progress--line${p.dice.one(['', ' is-success', ' is-warning'])}" style="width:${p.width}px"><div class="el-progress-bar"><div class="el-progress-bar__outer" ${p.tag} style="height:${p.dice.one([6, 8, 16])}px"><div class="el-progress-bar__inner" style="width:${share(p.value)}"></div></div></div></div>`,
  tab: (p) =>
    `<div class="el-tabs__item is-top${when(p.on, 'is-active')}" ${p.tag} ${p.states('is-disabled')} style="padding:0 16px">${p.words}${p.on ? '<div class="el-tabs__active-bar is-top" style="left:0;width:100%"></div>' : ''}</div>`,
  tabs: (items, dice) =>
    `<div class="el-tabs el-tabs--top${dice.one(['', ' el-tabs--card', ' el-tabs--border-card'])}"><div class="el-tabs__header is-top"><div class="el-tabs__nav-wrap is-top"><div class="el-tabs__nav-scroll"><div class="el-tabs__nav is-top">${items}</div></div></div></div></div>`,
  menuitem: (p) =>
    `<li class="el-menu-item${when(p.on, 'is-active')}" ${p.tag} ${p.states('is-disabled')} style="padding:0 20px"><span>${p.words}</span></li>`,
  menu: (items) =>
    `<ul class="el-menu el-menu--vertical" style="max-width:230px;margin:0;padding:0;--el-menu-item-height:38px">${items}</ul>`,
};
