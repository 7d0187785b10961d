// The look, as constructable style sheets: they need no inline style and follow the page's colour scheme, and every colour
// and measure that a page may want to change is a custom property.
import type { CSSResultGroup } from 'lit';
import { card } from './style/card.ts';
import { code } from './style/code.ts';
import { foundation } from './style/foundation.ts';
import { media } from './style/media.ts';
import { prose } from './style/prose.ts';
import { zoom } from './style/zoom.ts';

export const styles: CSSResultGroup = [foundation, media, zoom, code, prose, card];
