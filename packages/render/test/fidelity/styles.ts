// Style sheets: selectors, the cascade, and what a presentation attribute weighs.
import { each, type Drawing } from './drawing.ts';

const marked =
  '<g id="first" class="box outer"><rect class="box red" x="20" y="20" width="70" height="70"/><circle id="dot" class="dot" cx="140" cy="55" r="35"/></g><g class="lower"><rect x="20" y="110" width="70" height="70" data-kind="late one"/><circle class="dot late" cx="140" cy="145" r="35"/></g>';
const sheet = (css: string, body = marked): string => `<style>${css}</style>${body}`;

export const styles: readonly Drawing[] = [
  ...each(
    'selector',
    [
      'rect',
      '.dot',
      '#dot',
      '*',
      'g rect',
      'g > circle',
      'rect + circle',
      'rect ~ circle',
      '.dot.late',
      'rect.red',
      'circle#dot',
      '[data-kind]',
      '[data-kind="late one"]',
      '[data-kind~="one"]',
      '[class^="dot"]',
      '[class$="late"]',
      '[class*="ed"]',
      'rect:first-child',
      'circle:last-child',
      ':not(rect)',
      'rect, .late',
      'g.lower circle',
      '#first > .dot',
      'circle:nth-child(2)',
      'svg > g:first-child rect',
      'RECT',
    ],
    (selector) => sheet(`${selector}{fill:teal}`),
  ),
  ['later wins', sheet('rect{fill:red}rect{fill:teal}')],
  ['id over class', sheet('#dot{fill:teal}.dot{fill:red}')],
  ['class over element', sheet('.dot{fill:teal}circle{fill:red}')],
  ['important', sheet('.dot{fill:teal!important}#dot{fill:red}')],
  [
    'sheet over attribute',
    sheet('rect{fill:teal}', '<rect x="40" y="40" width="90" height="90" fill="red"/>'),
  ],
  [
    'style attribute over sheet',
    sheet('rect{fill:red}', '<rect x="40" y="40" width="90" height="90" style="fill:teal"/>'),
  ],
  [
    'important over style attribute',
    sheet(
      'rect{fill:teal!important}',
      '<rect x="40" y="40" width="90" height="90" style="fill:red"/>',
    ),
  ],
  ['inheritance', sheet('g{fill:teal}')],
  ['inherit by name', sheet('g{stroke:teal;stroke-width:8}circle{fill:none;stroke:inherit}')],
  [
    'several declarations',
    sheet('.dot{fill:none;stroke:teal;stroke-width:10;stroke-dasharray:12 6}'),
  ],
  ['comments', sheet('/* rect{fill:red} */ rect/* here */{fill:/* and here */teal}')],
  ['character data', '<style><![CDATA[ g > circle { fill: teal } ]]></style>' + marked],
  ['type of the sheet', '<style type="text/css">rect{fill:teal}</style>' + marked],
  ['two sheets', '<style>rect{fill:red}</style><style>rect{fill:teal}</style>' + marked],
  ['sheet after its use', `${marked}<style>rect{fill:teal}</style>`],
  ['sheet in definitions', `<defs><style>rect{fill:teal}</style></defs>${marked}`],
  ['broken rule in between', sheet('rect{fill:teal} circle{fill:} .late{fill:gold}')],
  ['broken declaration in between', sheet('rect{colour;fill:teal}')],
  ['unknown at-rule', sheet('@unknown x{rect{fill:red}} rect{fill:teal}')],
  [
    'gradient from a sheet',
    sheet(
      'rect{fill:url(#g)}',
      '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient><rect x="40" y="40" width="90" height="90"/>',
    ),
  ],
  [
    'stops from a sheet',
    sheet(
      '.a{stop-color:red}.b{stop-color:blue}',
      '<linearGradient id="g"><stop class="a"/><stop class="b" offset="1"/></linearGradient><rect x="40" y="40" width="90" height="90" fill="url(#g)"/>',
    ),
  ],
  ['display from a sheet', sheet('.dot{display:none}')],
  ['opacity from a sheet', sheet('.box{opacity:0.4}')],
  [
    'font from a sheet',
    sheet(
      'text{font-family:"Noto Sans";font-size:36px;font-weight:bold}',
      '<text x="15" y="110">Sheet</text>',
    ),
  ],
  ['variable', sheet(':root{--c:teal}rect{fill:var(--c)}')],
  ['variable with a fallback', sheet('rect{fill:var(--none,teal)}')],
  ['variable of a variable', sheet(':root{--a:teal;--c:var(--a)}rect{fill:var(--c)}')],
  [
    'geometry from a sheet',
    sheet('rect{width:120px;height:60px;rx:20px}', '<rect x="40" y="60" fill="teal"/>'),
  ],
  [
    'style attribute',
    '<rect x="40" y="40" width="90" height="90" style="fill:teal; stroke: navy ;stroke-width:10px"/>',
  ],
  [
    'style attribute with a comment',
    '<rect x="40" y="40" width="90" height="90" style="fill:teal/*;fill:red*/"/>',
  ],
];

const arrow = (attributes: string, content = '<path d="M0 0L10 5L0 10Z"/>'): string =>
  `<marker id="m" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="5" markerHeight="5" ${attributes}>${content}</marker>`;
const corner = 'M30 150 L80 60 L130 150 L180 60';

export const markers: readonly Drawing[] = [
  ...each(
    '',
    ['marker-start', 'marker-mid', 'marker-end', 'marker'],
    (place) =>
      `${arrow('orient="auto"')}<path d="${corner}" fill="none" stroke="teal" stroke-width="5" ${place === 'marker' ? 'style="marker:url(#m)"' : `${place}="url(#m)"`}/>`,
  ),
  ...each(
    'orient',
    ['auto', 'auto-start-reverse', '0', '45', '-90'],
    (orient) =>
      `${arrow(`orient="${orient}"`)}<path d="${corner}" fill="none" stroke="teal" stroke-width="5" marker-start="url(#m)" marker-end="url(#m)"/>`,
  ),
  ...each(
    'units',
    ['strokeWidth', 'userSpaceOnUse'],
    (unit) =>
      `${arrow(`orient="auto" markerUnits="${unit}" markerWidth="20" markerHeight="20"`.replace('markerWidth', 'data-a').replace('markerHeight', 'data-b'))}<path d="${corner}" fill="none" stroke="teal" stroke-width="5" marker-end="url(#m)"/>`,
  ),
  [
    'without a viewBox',
    `<marker id="m" refX="4" refY="4" markerWidth="8" markerHeight="8"><circle cx="4" cy="4" r="4" fill="red"/></marker><path d="${corner}" fill="none" stroke="teal" stroke-width="4" marker-mid="url(#m)"/>`,
  ],
  [
    'on a line',
    `${arrow('orient="auto"')}<line x1="30" y1="150" x2="150" y2="60" stroke="teal" stroke-width="5" marker-end="url(#m)"/>`,
  ],
  [
    'on a polyline',
    `${arrow('')}<polyline points="30,150 80,60 130,150" fill="none" stroke="teal" stroke-width="5" marker-start="url(#m)" marker-mid="url(#m)"/>`,
  ],
  [
    'on a polygon',
    `${arrow('orient="auto"')}<polygon points="50,150 100,50 150,150" fill="none" stroke="teal" stroke-width="5" marker-start="url(#m)" marker-end="url(#m)"/>`,
  ],
  [
    'on a curve',
    `${arrow('orient="auto"')}<path d="M30 150C30 50 170 50 170 150" fill="none" stroke="teal" stroke-width="5" marker-start="url(#m)" marker-end="url(#m)"/>`,
  ],
  [
    'on an arc',
    `${arrow('orient="auto"')}<path d="M40 120A60 60 0 0 1 160 120" fill="none" stroke="teal" stroke-width="5" marker-end="url(#m)"/>`,
  ],
  [
    'on a closed path',
    `${arrow('orient="auto"')}<path d="M50 50H150V150H50Z" fill="none" stroke="teal" stroke-width="5" marker-mid="url(#m)" marker-end="url(#m)"/>`,
  ],
  [
    'that is cut',
    `<marker id="m" refX="5" refY="5" markerWidth="10" markerHeight="10"><circle cx="5" cy="5" r="9" fill="red"/></marker><path d="${corner}" fill="none" stroke="teal" stroke-width="3" marker-mid="url(#m)"/>`,
  ],
  [
    'that overflows',
    `<marker id="m" refX="5" refY="5" markerWidth="10" markerHeight="10" overflow="visible"><circle cx="5" cy="5" r="9" fill="red"/></marker><path d="${corner}" fill="none" stroke="teal" stroke-width="3" marker-mid="url(#m)"/>`,
  ],
  [
    'in its own colours',
    `${arrow('orient="auto"', '<path d="M0 0L10 5L0 10Z" fill="gold" stroke="red"/>')}<path d="${corner}" fill="none" stroke="teal" stroke-width="5" marker-end="url(#m)"/>`,
  ],
  [
    'of words',
    `${arrow('', '<text y="9" font-family="Noto Sans" font-size="10">A</text>')}<path d="${corner}" fill="none" stroke="teal" stroke-width="6" marker-mid="url(#m)"/>`,
  ],
  [
    'that is not there',
    `<path d="${corner}" fill="none" stroke="teal" stroke-width="5" marker-end="url(#none)"/>`,
  ],
  [
    'on a turned path',
    `${arrow('orient="auto"')}<path d="M40 100H160" stroke="teal" stroke-width="5" marker-end="url(#m)" transform="rotate(30 100 100)"/>`,
  ],
  [
    'on a rect has no place',
    `${arrow('')}<rect x="50" y="50" width="90" height="90" fill="none" stroke="teal" stroke-width="5" marker-start="url(#m)"/>`,
  ],
  [
    'with dashes',
    `${arrow('orient="auto"')}<path d="${corner}" fill="none" stroke="teal" stroke-width="5" stroke-dasharray="12 6" marker-end="url(#m)"/>`,
  ],
];
