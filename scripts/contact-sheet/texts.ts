// The longer sources of the contact sheet.

export const readme = `# Looking at a file

*Read* is text, **view** is pixels. See the [guide](#) and \`percept view\`.

- one look costs pixels
  - a closer look shows more
- [x] remote ![pictures](http://example.com/a.png) are not fetched

| source | renderer |
| :-- | --: |
| SVG | takumi |
| PDF | PDFium |

> A quotation.

\`\`\`ts
const page = await view('plan.pdf', { page: 2 });
\`\`\`
`;

export const webPage = `<!doctype html><style>
body { margin: 0; font-family: sans-serif; background: #f2f5fb }
header { background: #243b6b; color: white; padding: 14px 20px; display: flex; justify-content: space-between }
main { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; padding: 20px }
.card { background: white; border-radius: 8px; padding: 12px 16px; box-shadow: 0 1px 4px rgba(0,0,0,.2) }
h2 { margin: 4px 0 }
</style><header><b>Shop</b><span>Home · Cart</span></header>
<main><div class=card><h2>Lamp</h2><p>Bright and small.</p><button>Buy</button></div>
<div class=card><h2>Chair</h2><ul><li>wood</li><li>grey</li></ul></div>
<div class=card><h2>Order</h2><input placeholder="Name"> <input type=checkbox checked> gift</div>
<div class=card style="background:#fff3d6"><h2>Note</h2><p>No <code>script</code> runs here.</p></div></main>
<script>document.body.innerHTML = ''</script>`;

export const livePage = `<!doctype html><body style="font:16px sans-serif;margin:24px">
<h1 id="head">Before the script</h1><canvas id="c" width="900" height="420"></canvas>
<script>
  document.getElementById('head').textContent = 'Drawn by its own script';
  const pen = document.getElementById('c').getContext('2d');
  for (let i = 0; i < 24; i++) {
    pen.fillStyle = 'hsl(' + i * 15 + ' 60% 50%)';
    pen.fillRect(i * 37, 400 - 380 * Math.abs(Math.sin(i / 4)), 30, 380 * Math.abs(Math.sin(i / 4)));
  }
</script>`;
