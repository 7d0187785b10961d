// The room of a picture, known before its pixels: set through the object model, which a strict style policy allows and a
// `style` attribute would not be.
import { noChange } from 'lit';
import { directive, Directive, type ElementPart, type PartInfo, PartType } from 'lit/directive.js';
import { maxReservedEdgePx } from '../limits.ts';

class Reserve extends Directive {
  constructor(info: PartInfo) {
    super(info);
    if (info.type !== PartType.ELEMENT) throw new TypeError('reserve() belongs on an element');
  }
  override render(_width: number | undefined, _height: number | undefined): unknown {
    return noChange;
  }
  override update({ element }: ElementPart, [width, height]: [number?, number?]): unknown {
    if (!(element instanceof HTMLElement)) return noChange;
    const known = isEdge(width) && isEdge(height);
    element.style.setProperty('--width', known ? `${width}px` : '');
    element.style.setProperty('--ratio', known ? `${width / height}` : '');
    return noChange;
  }
}

function isEdge(value: number | undefined): value is number {
  return value !== undefined && value >= 1 && value <= maxReservedEdgePx;
}

export const reserve = directive(Reserve);
