// `transform` as CSS writes it, as SVG writes it: engines of this class read figures without units only, and pass over the
// whole property otherwise. What is not understood stays as it was written.
import { parseAngle } from './angle.ts';
import { parseLength } from './root.ts';
import { maxTransformChars } from '../limits.ts';

/** Every `transform` in a block of declarations. */
export function plainTransforms(css: string): string {
  if (!/transform/i.test(css)) return css;
  return css.replaceAll(
    /(?<![\w-])(transform\s{0,99}:)([^:;{}]{1,1000})(?=[;}]|$)/gi,
    (whole, name: string, value: string) => {
      const plain = plainTransform(value);
      return plain === undefined ? whole : `${name} ${plain}`;
    },
  );
}

/** @example plainTransform('translateX(4px) rotate(0.5turn)') // 'translate(4 0) rotate(180)' */
export function plainTransform(value: string): string | undefined {
  const text = value.replace(/!important\s*$/i, '').trim();
  if (text.length > maxTransformChars) return undefined;
  const calls = [...text.matchAll(/([a-zA-Z]{1,20})\(([^()]{0,200})\)/g)];
  const rest = text.replaceAll(/[a-zA-Z]{1,20}\([^()]{0,200}\)/g, '').trim();
  if (calls.length === 0 || rest !== '') return undefined;
  const plain: string[] = [];
  for (const [, name = '', inner = ''] of calls) {
    const figures = inner.split(/[\s,]+/).filter((part) => part !== '');
    const written = plainCall(name, figures);
    if (written === undefined) return undefined;
    plain.push(written);
  }
  return plain.join(' ');
}

function plainCall(name: string, parts: readonly string[]): string | undefined {
  const [first = '', second] = parts;
  switch (name.toLowerCase()) {
    case 'translate':
      return call('translate', length(first), second === undefined ? 0 : length(second));
    case 'translatex':
      return call('translate', length(first), 0);
    case 'translatey':
      return call('translate', 0, length(first));
    case 'scale':
      return call('scale', number(first), number(second ?? first));
    case 'scalex':
      return call('scale', number(first), 1);
    case 'scaley':
      return call('scale', 1, number(first));
    case 'rotate':
    case 'rotatez':
      return parts.length === 1 ? call('rotate', parseAngle(first)) : undefined;
    case 'skewx':
      return call('skewX', parseAngle(first));
    case 'skewy':
      return call('skewY', parseAngle(first));
    case 'matrix':
      return parts.length === 6 ? call('matrix', ...parts.map(number)) : undefined;
    default:
      return undefined;
  }
}

function call(name: string, ...figures: readonly (number | undefined)[]): string | undefined {
  return figures.includes(undefined) ? undefined : `${name}(${figures.join(' ')})`;
}

function number(text: string): number | undefined {
  const figure = text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text);
  return text !== '' && Number.isFinite(figure) ? figure : undefined;
}

function length(text: string): number | undefined {
  const isNegative = text.startsWith('-');
  const size = parseLength(isNegative ? text.slice(1) : text);
  return size === undefined ? undefined : isNegative ? -size : size;
}
