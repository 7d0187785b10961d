// Form controls, drawn as what they look like when nobody has touched them.
import { element, textOf, words } from '../document/node.ts';
import type { SceneNode, Style } from '../takumi/scene.ts';

const frame: Style = {
  display: 'inline-block',
  borderWidth: 1,
  borderStyle: 'solid',
  borderColor: '#767676',
  borderRadius: 3,
  padding: '1px 6px',
  fontSize: '0.85em',
};

/** Undefined for what is no control. */
export function control(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly SceneNode[],
): SceneNode | undefined {
  switch (tag) {
    case 'input':
      return input(attributes);
    case 'button':
      return element(tag, children, {
        style: { ...frame, backgroundColor: '#efefef', color: '#000' },
      });
    case 'textarea':
      return element(tag, children, { style: { ...frame, minHeight: 40, minWidth: 160 } });
    case 'select':
      return element(tag, [words(`${textOf(children.slice(0, 1)).trim()} ▾`)], { style: frame });
    default:
      return undefined;
  }
}

function input(attributes: Readonly<Record<string, string>>): SceneNode | undefined {
  const type = (attributes['type'] ?? 'text').toLowerCase();
  const isChecked = 'checked' in attributes;
  if (type === 'hidden') return words('');
  if (type === 'checkbox') return words(isChecked ? '[x] ' : '[ ] ', { fontFamily: 'monospace' });
  if (type === 'radio') return words(isChecked ? '(•) ' : '( ) ', { fontFamily: 'monospace' });
  const text = attributes['value'] ?? attributes['placeholder'] ?? '';
  const isButton = type === 'submit' || type === 'button' || type === 'reset';
  const look: Style = isButton ? { backgroundColor: '#efefef', color: '#000' } : { minWidth: 140 };
  return element('input', [words(text === '' ? '\u00a0' : text)], { style: { ...frame, ...look } });
}
