// A page of settings as a browser draws it: every control with its role, its name, its state and a point inside it.
import { readFileSync } from 'node:fs';
import { createEyes, type Description, type ScreenElement } from '@percept/eyes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const eyes = createEyes({ limits: { describeTimeoutMs: 120_000 } });
let seen: Description;
beforeAll(async () => {
  const described = await eyes.describe(readFileSync(new URL('settings.png', import.meta.url)));
  if (!described.ok) throw new Error(described.refusal.message);
  seen = described.value;
}, 240_000);
afterAll(() => eyes.close());

const of = (...roles: readonly ScreenElement['role'][]): readonly ScreenElement[] =>
  seen.elements.filter(({ role }) => roles.includes(role));

describe('The controls of a screen', { tags: ['d-controls-told'] }, () => {
  it('that can be chosen have the words beside them, also several on one row', () => {
    const chosen = of('checkbox', 'radio', 'switch').map(({ name, checked }) => [name, checked]);
    expect(chosen).toEqual([
      ['Share crash reports', true],
      ['Share usage data', false],
      ['Hourly', false],
      ['Daily', true],
      ['Weekly', false],
      ['Dark mode', true],
      ['Large type', false],
    ]);
  });

  it('with words in them are told by those, with what stands out', () => {
    expect(of('tab').map(({ name, selected }) => [name, selected])).toEqual([
      ['Account', false],
      ['Privacy', true],
      ['Billing', false],
    ]);
    expect(of('button').map((button) => [button.name, button.default ?? false])).toEqual([
      ['Save changes', true],
      ['Cancel', false],
    ]);
    expect(of('textbox')).toMatchObject([{ name: 'Email', value: 'mira@example.org' }]);
  });

  it('with a value tell it', () => {
    const [bar] = of('progressbar');
    expect(bar).toMatchObject({ name: 'Uploading 3 of 5' });
    expect(Math.abs(Number(bar?.value) - 0.6)).toBeLessThan(0.06);
  });

  it('have a point to click at inside their box, in data and in words', () => {
    const [save] = of('button');
    const [left = 0, top = 0, right = 0, bottom = 0] = save?.box ?? [];
    const [x = 0, y = 0] = save?.point ?? [];
    expect([left < x && x < right, top < y && y < bottom]).toEqual([true, true]);
    expect(seen.markdown).toContain(`- button “Save changes”: default (x ${x}, y ${y})`);
  });

  it('are no legends: a patch of colour is none', () => {
    expect(seen.elements.filter(({ name }) => name.includes('Legend'))).toEqual([]);
    expect(seen.lines.find(({ text }) => text.includes('Legend'))).not.toHaveProperty('beside');
  });

  it('are what can be clicked: no sign beside a name, no note in a tinted box, no lines of a receipt, and nothing in a picture of a screen', async () => {
    const described = await eyes.describe(
      readFileSync(new URL('look-alikes.png', import.meta.url)),
    );
    if (!described.ok) throw new Error(described.refusal.message);
    const controls = described.value.elements.filter(({ role }) => role !== 'img');
    expect(controls.map(({ role, name, selected }) => [role, name, selected])).toEqual([
      ['tab', 'Boards', true],
      ['tab', 'Archive', false],
      ['button', 'New board', undefined],
    ]);
  });

  it('that look alike on one row are in one state: the one that stands out is chosen, and the paler ones are not disabled', async () => {
    const described = await eyes.describe(readFileSync(new URL('tabs.png', import.meta.url)));
    if (!described.ok) throw new Error(described.refusal.message);
    const tabs = described.value.elements.filter(({ role }) => role === 'tab');
    expect(tabs.map(({ name, selected, disabled }) => [name, selected, disabled ?? false])).toEqual(
      [
        ['Aperçu', false, false],
        ['Packages', false, false],
        ['Webhooks', false, false],
        ['Approve', true, false],
        ['Albums', false, false],
      ],
    );
  });
});
