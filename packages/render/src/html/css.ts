// The styles that a page brings, without anything that points outside it.
import type { Remarks } from '../remarks.ts';
import { maxStyleChars, maxStyleSheetChars } from '../limits.ts';

/** A sheet without imports, fonts and addresses; comments are taken out first, so that none can hide them. */
export function cleanCss(sheet: string, remarks: Remarks): string {
  if (sheet.length > maxStyleSheetChars)
    remarks.say('truncated', 'A style sheet is very long: only its beginning was used.');
  const plain = sheet.slice(0, maxStyleSheetChars).replaceAll(/\/\*[^]*?(?:\*\/|$)/g, ' ');
  const without = plain.replaceAll(/@import[^;]{0,2000};?|@font-face\s*\{[^}]{0,4000}\}?/gi, () => {
    remarks.count('external-not-loaded', 'style sheet or font');
    return '';
  });
  return withoutAddresses(without, remarks);
}

/** `url(…)` of anything but the page itself becomes nothing. */
function withoutAddresses(css: string, remarks: Remarks): string {
  return css.replaceAll(/url\(\s*["']?([^"')]{0,4000})["']?\s*\)/gi, (whole, address: string) => {
    if (address.startsWith('#')) return whole;
    if (!/^data:/i.test(address)) remarks.count('external-not-loaded', 'picture');
    return 'none';
  });
}

/** A style attribute as the body of a rule; what is no declaration is left out. */
export function styleRule(text: string | undefined, remarks: Remarks): string {
  if (text === undefined || text.trim() === '') return '';
  if (text.length > maxStyleChars)
    remarks.say('truncated', 'A style attribute is very long: only its beginning was used.');
  const plain = withoutAddresses(text.slice(0, maxStyleChars), remarks);
  return plain
    .replaceAll(/[{}@]|\/\*/g, '')
    .split(';')
    .flatMap((declaration) => {
      const match = /^\s*(-{0,2}[a-z][\w-]{0,60})\s*:\s*([^]*\S)\s*$/i.exec(declaration);
      const value = match?.[2]?.replace(/!\s*important$/i, '');
      if (match?.[1] === undefined || value === undefined || !isBalanced(value)) return [];
      return [`${match[1]}: ${value}`];
    })
    .join('; ');
}

/** An open bracket or quote would swallow the rules after it. */
function isBalanced(value: string): boolean {
  let depth = 0;
  for (const char of value.replaceAll(/"[^"]*"|'[^']*'/g, '')) {
    if (char === '"' || char === "'") return false;
    if (char === '(') depth++;
    else if (char === ')' && --depth < 0) return false;
  }
  return depth === 0;
}
