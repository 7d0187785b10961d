// Colours in every notation, and opacity.
import { blendModes, each, type Drawing } from './drawing.ts';

const disc = (fill: string): string =>
  `<rect x="0" y="90" width="200" height="20" fill="silver"/><circle cx="100" cy="100" r="70" fill="${fill}"/>`;

export const colours: readonly Drawing[] = [
  ...each(
    'fill',
    [
      'red',
      'rebeccapurple',
      'LightSteelBlue',
      '#0a8',
      '#0A8B3C',
      '#0a88',
      '#00aa8880',
      'rgb(10,160,80)',
      'rgb(10 160 80)',
      'rgb(10%,60%,30%)',
      'rgba(10,160,80,0.5)',
      'rgb(10 160 80 / 50%)',
      'hsl(200,80%,40%)',
      'hsl(200deg 80% 40%)',
      'hsla(120,80%,40%,0.4)',
      'hsl(560, 80%, 40%)',
      'rgb(300,-20,80)',
      'transparent',
      'none',
      'currentColor',
    ],
    disc,
  ),
  ['currentColor from a parent', `<g color="darkorange">${disc('currentColor')}</g>`],
  [
    'currentColor of the nearest',
    `<g color="red"><g color="seagreen">${disc('currentColor')}</g></g>`,
  ],
  ['inherit', `<g fill="teal">${disc('inherit')}</g>`],
  ['colour that is no colour', `<g fill="teal">${disc('#12')}</g>`],
  ...each(
    'fill-opacity',
    ['0', '0.25', '50%', '1', '3', '-1'],
    (value) =>
      `<rect x="0" y="90" width="200" height="20" fill="silver"/><circle cx="100" cy="100" r="70" fill="teal" fill-opacity="${value}"/>`,
  ),
  ...each(
    'opacity of a group',
    ['0.3', '0.7', '40%'],
    (value) =>
      `<g opacity="${value}"><circle cx="75" cy="100" r="55" fill="red"/><circle cx="125" cy="100" r="55" fill="blue"/></g>`,
  ),
  [
    'opacity in opacity',
    '<g opacity="0.5"><rect x="20" y="20" width="120" height="120" fill="green"/><g opacity="0.5"><rect x="60" y="60" width="120" height="120" fill="blue"/></g></g>',
  ],
  [
    'opacity with fill-opacity',
    '<rect x="40" y="40" width="120" height="120" fill="green" fill-opacity="0.5" opacity="0.5"/>',
  ],
  [
    'opacity zero',
    '<g opacity="0"><rect width="200" height="200" fill="red"/></g><rect width="40" height="40"/>',
  ],
  [
    'stroke-opacity',
    '<circle cx="100" cy="100" r="60" fill="none" stroke="teal" stroke-width="30" stroke-opacity="0.4"/>',
  ],
  ...each(
    'mix-blend-mode',
    blendModes,
    (mode) =>
      `<rect width="200" height="200" fill="#e8d9a0"/><circle cx="80" cy="100" r="60" fill="#3a7bd5"/><circle cx="125" cy="100" r="60" fill="#d54a3a" style="mix-blend-mode:${mode}"/>`,
  ),
  [
    'isolation',
    '<rect width="200" height="200" fill="gold"/><g style="isolation:isolate"><circle cx="100" cy="100" r="60" fill="teal" style="mix-blend-mode:difference"/></g>',
  ],
  [
    'blending in a group with opacity',
    '<rect width="200" height="200" fill="gold"/><g opacity="0.8"><rect x="30" y="30" width="90" height="90" fill="red"/><rect x="80" y="80" width="90" height="90" fill="lime" style="mix-blend-mode:multiply"/></g>',
  ],
];
