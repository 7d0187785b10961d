// Carbon, rsuite, Vant and layui.
import { when, share, caret, given, type Controls } from './library.ts';

export const carbon: Controls = {
  keep: /\.bx--(?:btn|text-input|select|slider|tabs|toggle|progress-bar|form-item)/,
  toggle: (p) =>
    `<span><input class="bx--toggle-input${when(p.width % 2 === 0, 'bx--toggle-input--small')}" type="checkbox" ${when(p.on, 'checked')} ${p.off} ${p.states('', 'foc')}><label class="bx--toggle-input__label" style="display:inline-block;margin:0"><span class="bx--toggle__switch" ${p.tag} style="margin:0;display:inline-block;width:${p.width % 2 === 0 ? 32 : 48}px;height:${p.width % 2 === 0 ? 16 : 24}px"></span></label></span>`,
  slider: (p) =>
    `<div class="bx--slider" ${p.tag} style="width:${p.width}px;min-width:0;max-width:none;margin:0 8px;height:22px;padding:10px 0;box-sizing:border-box" ${p.states('bx--slider--disabled')}><div class="bx--slider__thumb" style="left:${share(p.value)}" ${p.states('', 'foc')}></div><div class="bx--slider__track"></div><div class="bx--slider__filled-track" style="transform:translate(0,-50%) scaleX(${p.value})"></div></div>`,
  button: (p) =>
    `<button class="bx--btn ${p.isDefault ? 'bx--btn--primary' : p.dice.one(['bx--btn--secondary', 'bx--btn--tertiary', 'bx--btn--danger'])}${p.dice.one(['', ' bx--btn--sm', ' bx--btn--field'])}" ${p.tag} ${p.off} ${p.states('', 'foc')}>${p.words}</button>`,
  field: (p) =>
    `<input class="bx--text-input${when(p.width % 3 === 0, 'bx--text-input--sm')}" ${given(p)} ${p.tag} ${p.off} ${p.states('', 'foc')} style="width:${p.width}px">`,
  select: (p) =>
    `<div class="bx--select" style="width:${p.width}px;display:block"><div class="bx--select-input__wrapper"><select class="bx--select-input" ${p.tag} ${p.off} ${p.states('', 'foc')} style="width:${p.width}px;min-width:0"><option>${p.words}</option></select><span class="bx--select__arrow" style="position:absolute;right:12px;top:13px;pointer-events:none">${caret}</span></div></div>`,
  tab: (p) =>
    `<li class="bx--tabs--scrollable__nav-item${when(p.on, 'bx--tabs--scrollable__nav-item--selected')}" ${p.tag} ${p.states('bx--tabs--scrollable__nav-item--disabled')}><button class="bx--tabs--scrollable__nav-link" ${p.states('', 'foc')} ${p.off}>${p.words}</button></li>`,
  tabs: (items, dice) =>
    `<div class="bx--tabs--scrollable${dice.one(['', ' bx--tabs--scrollable--container'])}"><ul class="bx--tabs--scrollable__nav" style="margin:0;padding:0;list-style:none">${items}</ul></div>`,
};

export const rsuite: Controls = {
  keep: /\.rs-(?:checkbox|radio|btn|input|slider|nav|progress|toggle|picker|theme)/,
  slider: (p) =>
    `<div ${p.tag} style="width:${p.width}px;height:20px;padding:7px 0;box-sizing:border-box;margin:0 6px"><div class="rs-slider" ${p.states('rs-slider-disabled')}><div class="rs-slider-bar"><div class="rs-slider-progress-bar" style="left:0;width:${share(p.value)}"></div></div><div class="rs-slider-handle" style="left:${share(p.value)}"></div></div></div>`,
  button: (p) =>
    `<button class="rs-btn ${p.isDefault ? 'rs-btn-primary' : p.dice.one(['rs-btn-default', 'rs-btn-ghost', 'rs-btn-subtle rs-btn-ghost'])}${p.dice.one([' rs-btn-sm', ' rs-btn-md', ' rs-btn-lg'])}" ${p.tag} ${p.states('rs-btn-disabled', 'foc')}>${p.words}</button>`,
  field: (p) =>
    `<input class="rs-input" ${given(p)} ${p.tag} ${p.off} ${p.states('', 'foc')} style="width:${p.width}px">`,
  progress: (p) =>
    `<div class="rs-progress-line-outer" style="width:${p.width}px"><div class="rs-progress-line-inner" ${p.tag}><div class="rs-progress-line-bg" style="width:${share(p.value)};height:8px"></div></div></div>`,
  tab: (p) =>
    `<a class="rs-nav-item${when(p.on, 'rs-nav-item-active')}" ${p.tag} ${p.states('rs-nav-item-disabled')}>${p.words}</a>`,
  tabs: (items, dice) =>
    `<div class="rs-nav ${dice.one(['rs-nav-tabs', 'rs-nav-subtle', 'rs-nav-subtle', 'rs-nav-pills'])} rs-nav-horizontal">${items}</div>`,
};

export const vant: Controls = {
  keep: /\.van-(?:switch|slider|button|tab|tabs|progress|checkbox|radio|hairline)|:root/,
  toggle: (p) =>
    `<div class="van-switch${when(p.on, 'van-switch--on')}" ${p.tag} ${p.states('van-switch--disabled')} style="font-size:${16 + (p.width % 12)}px"><div class="van-switch__node"></div></div>`,
  slider: (p) =>
    `<div ${p.tag} style="width:${p.width}px;height:24px;padding:11px 0;box-sizing:border-box;margin:0 10px"><div class="van-slider" ${p.states('van-slider--disabled')}><div class="van-slider__bar" style="width:${share(p.value)};left:0"><div class="van-slider__button-wrapper van-slider__button-wrapper--right"><div class="van-slider__button"></div></div></div></div></div>`,
  button: (p) =>
    `<button class="van-button van-button--normal ${p.isDefault ? 'van-button--primary' : p.dice.one(['van-button--default', 'van-button--default', 'van-button--danger van-button--plain'])} ${p.dice.one(['', 'van-button--round', 'van-button--small'])}" ${p.tag} ${p.states('van-button--disabled')}><span class="van-button__text">${p.words}</span></button>`,
  tab: (p) =>
    `<div class="van-tab van-tab--line van-tab--grow${when(p.on, 'van-tab--active')}" ${p.tag} ${p.states('van-tab--disabled')} style="position:relative;height:40px"><span class="van-tab__text">${p.words}</span>${p.on ? '<div class="van-tabs__line" style="left:50%;bottom:0;transform:translateX(-50%)"></div>' : ''}</div>`,
  tabs: (items) =>
    `<div class="van-tabs van-tabs--line"><div class="van-tabs__nav van-tabs__nav--line" style="padding:0;height:40px">${items}</div></div>`,
  progress: (p) =>
    `<div class="van-progress" ${p.tag} style="width:${p.width}px;height:6px"><span class="van-progress__portion" style="width:${share(p.value)}"></span></div>`,
};

export const layui: Controls = {
  keep: /\.layui-(?:btn|form|input|slider|tab|progress|bg)/,
  toggle: (p) =>
    `<div class="layui-unselect layui-form-switch${when(p.on, 'layui-form-onswitch')}" ${p.tag} ${p.states('layui-disabled layui-checkbox-disabled')} style="margin:0"><div>${p.width % 2 ? (p.on ? 'ON' : 'OFF') : ''}</div><i></i></div>`,
  slider: (p) =>
    `<div ${p.tag} style="width:${p.width}px;height:16px;padding:6px 0;box-sizing:border-box;margin:0 8px"><div class="layui-slider" ${p.states('layui-slider-disabled')}><div class="layui-slider-bar" style="background:#16baaa;width:${share(p.value)};left:0"></div><div class="layui-slider-wrap" style="left:${share(p.value)}"><div class="layui-slider-wrap-btn" style="border:2px solid #16baaa"></div></div></div></div>`,
  button: (p) =>
    `<button class="layui-btn ${p.isDefault ? '' : 'layui-btn-primary'}${p.dice.one(['', ' layui-btn-sm', ' layui-btn-radius'])}" ${p.tag} ${p.states('layui-btn-disabled')}>${p.words}</button>`,
  field: (p) =>
    `<input class="layui-input" ${given(p)} ${p.tag} ${p.off} ${p.states('layui-disabled', 'foc')} style="width:${p.width}px">`,
  progress: (p) =>
    `<div class="layui-progress${p.width % 2 ? ' layui-progress-big' : ''}" ${p.tag} style="width:${p.width}px"><div class="layui-progress-bar${p.dice.one(['', ' layui-bg-blue', ' layui-bg-red'])}" style="width:${share(p.value)}"></div></div>`,
  tab: (p) => `<li class="${p.on ? 'layui-this' : ''}" ${p.tag}>${p.words}</li>`,
  tabs: (items, dice) =>
    `<div class="layui-tab${dice.one(['', ' layui-tab-brief', ' layui-tab-card'])}" style="margin:0"><ul class="layui-tab-title">${items}</ul></div>`,
};
