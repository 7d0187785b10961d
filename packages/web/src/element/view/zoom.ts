// A picture large: a native dialog, so that Escape, focus and the return of focus are the browser's own.
import { html, type TemplateResult } from 'lit';
import { label } from '../words.ts';
import { icon, iconButton } from './icon.ts';

export interface ZoomStage {
  readonly actualSize: boolean;
  toggleSize(): void;
  closeZoom(): void;
  zoomClosed(): void;
}

const stepPx = 80;
const moves: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['ArrowLeft', [-1, 0]],
  ['ArrowRight', [1, 0]],
  ['ArrowUp', [0, -1]],
  ['ArrowDown', [0, 1]],
]);

export function zoomView(stage: ZoomStage, src: string, alt: string): TemplateResult {
  const onKey = (event: KeyboardEvent): void => {
    const move = moves.get(event.key);
    if (move && event.currentTarget instanceof Element) {
      event.currentTarget.scrollBy(move[0] * stepPx, move[1] * stepPx);
      event.preventDefault();
    } else if (event.key === '1' || event.key === '0') {
      if (stage.actualSize !== (event.key === '1')) stage.toggleSize();
    }
  };
  const onPress = (event: MouseEvent): void => {
    if (event.target === event.currentTarget) stage.closeZoom();
  };
  return html`<dialog
    part="dialog"
    aria-label=${`Enlarged: ${label(alt, 120)}`}
    @close=${() => stage.zoomClosed()}
    @click=${onPress}
  >
    <div class="bar">
      <span class="words" dir="auto">${label(alt, 120)}</span>
      <button
        type="button"
        part="button"
        aria-pressed=${stage.actualSize}
        @click=${() => stage.toggleSize()}
      >
        ${icon('zoom')}Actual size
      </button>
      ${iconButton('close', 'Close', () => stage.closeZoom())}
    </div>
    <div
      class="viewport ${stage.actualSize ? 'actual' : ''}"
      tabindex="0"
      autofocus
      role="group"
      aria-label="Picture. Arrow keys move it, 1 shows actual size, 0 fits it."
      @keydown=${onKey}
      @pointermove=${pan}
    >
      <img src=${src} alt=${alt} draggable="false" />
    </div>
  </dialog>`;
}

function pan(event: PointerEvent): void {
  if (event.buttons === 1 && event.currentTarget instanceof Element)
    event.currentTarget.scrollBy(-event.movementX, -event.movementY);
}
