// A format that nobody else draws, and somebody of one's own who looks: both are held to deadlines and limits.
import * as percept from 'percept';

const bars = percept.defineRenderer({
  id: 'bars',
  version: '1',
  accepts: '.bars',
  toMarkdown: ({ bytes }) => new TextDecoder().decode(bytes).replaceAll('|', '█'),
});
const look = async ({ width }: { readonly width?: number }) => `A picture, ${width} pixels wide.`;
const measurer = percept.defineDescriber({ name: 'measurer', version: '1', look });
const renderers = [bars, ...percept.standardRenderers()];
await using darkroom = percept.createDarkroom({ renderers });
await using agent = await percept.openPercept({ darkroom, describers: [measurer] });
const source = { bytes: new TextEncoder().encode('||||'), name: 'a.bars' };
const { pages } = percept.unwrap(await agent.darkroom.develop(source));
console.log(`${pages.length} page, ${pages[0]?.width} pixels wide`);
