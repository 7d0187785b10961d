// One seed, one page: sections of controls and of things that are none, in a style of its own. Held-out pages use other styles, style sheets, fonts, icons and words.
import { Kit } from './controls.ts';
import { libraries } from './libraries.ts';
import { besideLookAlikes } from './beside-look-alikes.ts';
import { LookAlikes } from './look-alikes.ts';
import { heldSheets, sheetkits, type Sheetkit } from './sheets.ts';
import { Dice, styleOf, type Assets, type Sheet } from './style.ts';
import { tagged } from './tagged.ts';

export interface DrawnPage {
  readonly html: string;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly sheet: string;
}

const trainWords =
  'Save Cancel Delete Open Close Settings Account Profile Password Email Name Address City Country Phone Search Filter Sort Export Import Download Upload Share Copy Paste Undo Redo File Edit View Tools Help Window Home Inbox Sent Drafts Archive Spam Trash Users Groups Roles Billing Invoices Orders Products Customers Reports Dashboard Analytics Calendar Messages Notifications Privacy Security Language Region Theme Dark Light Sound Volume Brightness Contrast Network Bluetooth Battery Storage Backup Restore Update Install Remove Enable Disable Connect Disconnect Start Stop Pause Resume Next Previous Back Forward Continue Finish Submit Apply Reset Retry Yes No OK Daily Weekly Monthly Never Always Automatic Manual Advanced Basic General Details Overview History Comments Attachments Members Permissions Branch Commit Merge Deploy Build Test Logs Metrics Alerts Status Priority Category Tags Description Title Quantity Price Total Discount Shipping Payment Card Number Expires Today Tomorrow Yesterday Speichern Abbrechen Einstellungen Datei Bearbeiten Ansicht Hilfe Benutzer Rechnung Konto Sprache Enregistrer Annuler Paramètres Fichier Affichage Aide Compte Guardar Cancelar Ajustes Archivo Editar Ver Ayuda Zapisz Anuluj Ustawienia Plik Сохранить Отмена Настройки Файл'.split(
    ' ',
  );
const heldWords =
  'Publish Discard Rename Duplicate Preview Subscribe Unsubscribe Join Leave Invite Assign Approve Reject Verify Confirm Schedule Snooze Mute Follow Block Report Explore Library Playlists Albums Artists Podcasts Courses Lessons Grades Tasks Projects Teams Boards Sprints Issues Releases Packages Secrets Tokens Webhooks Domains Certificates Servers Regions Snapshots Volumes Clusters Nodes Jobs Queues Latency Errors Requests Visitors Sessions Revenue Refunds Coupons Taxes Currency Timezone Weekday Morning Evening Compact Comfortable Rounded Grid List Map Satellite Traffic Bicycle Walking Transit Aperture Shutter Exposure Saturation Sharpness Opacity Layers Masks Brushes Swatches Veröffentlichen Löschen Übersicht Publier Supprimer Aperçu Publicar Eliminar Resumen Opublikuj Usuń Podgląd'.split(
    ' ',
  );

export interface PageOptions {
  /** Among the sections also what looks like a control and is none; without it every seed gives the page that it always gave. */
  readonly lookAlikes?: boolean;
}

export function pageOf(
  seed: number,
  held: boolean,
  all: Assets,
  { lookAlikes = false }: PageOptions = {},
): DrawnPage {
  const dice = new Dice(seed + (held ? 7_000_000 : 0));
  const words = held ? heldWords : trainWords;
  const text = (low: number, high: number): string => {
    const [first = '', ...rest] = Array.from({ length: dice.int(low, high) }, () =>
      dice.one(words),
    );
    return [first, ...rest.map((word) => word.toLowerCase())].join(' ');
  };
  const style = styleOf(dice, held, all.fonts);
  const sheets = all.sheets.filter(
    ({ name, isDark }) =>
      heldSheets.includes(name) === held && (isDark === undefined || isDark === style.dark),
  );
  const sheet =
    sheets.length > 0 && dice.chance(held ? 0.45 : 0.5) ? oneSheet(dice, sheets, held) : undefined;
  const name = sheet?.name ?? (dice.chance(held ? 0.25 : 0.2) ? 'plain' : 'own');
  const roomy = dice.chance(0.3);
  const library = libraries[name];
  const classes: Sheetkit = sheetkits[sheet?.kit ?? name] ?? {
    ...(library?.root !== undefined && { root: library.root }),
  };
  const kit = new Kit(dice, style, classes, all, text, roomy, held, library);
  // A column in colours of its own, as many sidebars are.
  const side = dice.chance(0.18)
    ? new Page(new Kit(dice, styleOf(dice, held, all.fonts), {}, all, text, roomy, held))
    : undefined;
  const others = lookAlikes
    ? new LookAlikes(kit, () => {
        const style = styleOf(dice, held, all.fonts);
        return pictured(new Page(new Kit(dice, style, {}, all, text, roomy, held)));
      })
    : undefined;
  const scale = dice.one(
    held ? [1, 1, 1, 1.25, 1.5, 2] : [0.8, 0.9, 1, 1, 1, 1, 1, 1.1, 1.25, 1.25, 1.5, 2],
  );
  const width = Math.round(960 / scale);
  const height = Math.round(720 / scale);
  return {
    html: documentOf(new Page(kit, others), side, sheet?.css ?? '', width, height),
    width,
    height,
    scale,
    sheet: name,
  };
}

/** A family of themes counts as two or three sheets, however many it has. */
function oneSheet(dice: Dice, sheets: readonly Sheet[], held: boolean): Sheet {
  if (held) return dice.one(sheets);
  const families = new Map<string, Sheet[]>();
  for (const sheet of sheets) {
    const family = sheet.family ?? sheet.name;
    families.set(family, [...(families.get(family) ?? []), sheet]);
  }
  const chosen = dice.one(
    [...families.entries()].flatMap(([, all]) => [all, ...(all.length > 4 ? [all, all] : [])]),
  );
  return dice.one(chosen);
}

class Page {
  readonly kit: Kit;
  readonly others: LookAlikes | undefined;
  constructor(kit: Kit, others?: LookAlikes) {
    this.kit = kit;
    this.others = others;
  }
  #text(low: number, high: number): string {
    return this.kit.text(low, high);
  }
  #rows(count: number, row: (index: number) => string, gap = this.kit.style.gap): string {
    return Array.from(
      { length: count },
      (_, index) =>
        `<div style="margin:${gap / 2}px 0;display:flex;align-items:center;gap:8px">${row(index)}</div>`,
    ).join('');
  }
  #labelled(control: string, after = true): string {
    const isFaint = this.kit.style.fadesLabels && control.includes('"disabled":true');
    const words = `<span class="lb" ${isFaint ? 'data-s="opacity:.5"' : ''}>${this.#text(1, 3)}</span>`;
    return after ? control + words : words + control;
  }

  section(): string {
    const { kit, others } = this;
    if (others && kit.dice.chance(0.5))
      return kit.dice.chance(kit.isHeld ? 0.25 : 0.4) ? besideLookAlikes(kit) : others.section();
    kit.isOff = kit.dice.chance(0.06);
    const made = this.#section();
    kit.isOff = false;
    return made;
  }
  #section(): string {
    const { kit } = this;
    const { dice } = kit;
    const made: readonly (readonly [number, () => string])[] = [
      [10, () => this.form()],
      [7, () => this.checks()],
      [7, () => this.radios()],
      [7, () => this.settings()],
      [kit.isHeld ? 6 : 10, () => this.tabbed()],
      [kit.isHeld ? 5 : 6, () => this.toolbar()],
      [kit.isHeld ? 4 : 7, () => this.buttons()],
      [kit.isHeld ? 6 : 9, () => this.sliders()],
      [6, () => this.progresses()],
      [4, () => kit.menu('popup', dice.int(3, 7))],
      [4, () => kit.menu('side', dice.int(3, 7))],
      [3, () => this.table()],
      [5, () => this.prose()],
      [4, () => this.article()],
      [3, () => this.links()],
      [2, () => this.ruled()],
      [2, () => this.chips()],
      [3, () => this.card()],
      [2, () => this.pages()],
      [6, () => this.scroller()],
      [2, () => this.code()],
      [2, () => this.chart()],
      [2, () => this.bullets()],
      [2, () => this.people()],
      [1, () => this.photo()],
      [1, () => this.calendar()],
      [2, () => this.iconRow()],
      [2, () => this.statistics()],
    ];
    let at = dice.next() * made.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, make] of made) {
      at -= weight;
      if (at < 0) return make();
    }
    return '';
  }

  form(): string {
    const { dice, style } = this.kit;
    const beside = dice.chance(0.35);
    const width = this.kit.roomy ? dice.int(200, 780) : dice.int(120, 280);
    const rows = Array.from({ length: dice.int(2, 4) }, () => {
      const control = dice.chance(0.68)
        ? this.kit.field({ width, ...(dice.chance(0.08) && { rows: dice.int(2, 3) }) })
        : this.kit.select(width);
      const label = `<span class="lb" style="${dice.chance(0.4) ? 'font-weight:600;' : ''}${dice.chance(0.3) ? `color:${style.muted};font-size:.85em;` : ''}${beside ? 'width:90px' : ''}">${this.#text(1, 2)}</span>`;
      return `<div style="display:flex;${beside ? 'align-items:center;gap:8px' : 'flex-direction:column;align-items:flex-start;gap:4px'};margin-bottom:${style.gap}px">${label}${control}</div>`;
    });
    if (dice.chance(0.3))
      rows.push(
        `<div style="display:flex;gap:8px;align-items:center;margin-bottom:8px">${this.#labelled(this.kit.checkbox())}</div>`,
      );
    return rows.join('') + (dice.chance(0.7) ? this.buttons() : '');
  }
  checks(): string {
    const across = this.kit.dice.chance(0.25);
    const made = this.#rows(this.kit.dice.int(2, 6), () => this.#labelled(this.kit.checkbox()));
    return across ? `<div style="display:flex;flex-wrap:wrap;gap:4px 14px">${made}</div>` : made;
  }
  radios(): string {
    const { dice } = this.kit;
    const count = dice.int(2, 5);
    const chosen = dice.chance(0.9) ? dice.int(0, count - 1) : -1;
    const made = this.#rows(count, (index) => this.#labelled(this.kit.radio(index === chosen)));
    return dice.chance(0.4)
      ? `<div style="display:flex;flex-wrap:wrap;gap:4px 14px">${made}</div>`
      : made;
  }
  settings(): string {
    const { dice, style } = this.kit;
    const line = dice.chance(0.5) ? `border-bottom:1px solid ${style.line}` : '';
    const first = dice.chance(0.25);
    return Array.from({ length: dice.int(2, 5) }, () => {
      const control = dice.chance(0.85) ? this.kit.toggle() : this.kit.select(dice.int(80, 120));
      const isFaint = style.fadesLabels && control.includes('"disabled":true');
      const words = `<span class="lb" ${isFaint ? 'data-s="opacity:.5"' : ''}>${this.#text(1, 3)}${dice.chance(0.3) ? `<br><small style="color:${style.muted}">${this.#text(2, 5)}</small>` : ''}</span>`;
      return `<div style="display:flex;align-items:center;gap:10px;${first ? '' : 'justify-content:space-between;'}padding:${style.gap / 2}px 0;${line}">${first ? control + words : words + control}</div>`;
    }).join('');
  }
  tabbed(): string {
    return `${this.kit.tabs()}<div style="padding:8px 2px">${this.kit.dice.chance(0.5) ? this.prose() : ''}</div>`;
  }
  toolbar(): string {
    const { dice, style } = this.kit;
    const items = Array.from({ length: dice.int(3, 8) }, () =>
      this.kit.button({ iconOnly: true, primary: dice.chance(0.08) }),
    );
    if (dice.chance(0.3)) items.push(this.kit.select(90));
    if (dice.chance(0.3)) items.push(this.kit.field({ search: true, width: dice.int(110, 220) }));
    return `<div style="display:inline-flex;flex-wrap:wrap;gap:${dice.int(1, 8)}px;align-items:center;${dice.chance(0.5) ? `background:${style.fill};padding:4px;border-radius:${style.radius}px` : ''}">${items.join('')}</div>`;
  }
  buttons(): string {
    const { dice } = this.kit;
    const primary = dice.chance(0.75) ? dice.int(0, 1) : -1;
    const ghosts = dice.chance(0.15);
    const items = Array.from({ length: dice.int(1, 4) }, (_, index) =>
      this.kit.button({ primary: index === primary, ghost: ghosts && index !== primary }),
    );
    return `<div style="display:flex;flex-wrap:wrap;gap:${dice.int(5, 14)}px;margin:6px 0;align-items:center">${items.join('')}</div>`;
  }
  sliders(): string {
    return this.#rows(
      this.kit.dice.int(1, 4),
      () =>
        this.#labelled(this.kit.slider(), this.kit.dice.chance(0.3)) +
        (this.kit.dice.chance(0.3) ? `<span>${this.kit.dice.int(0, 100)}</span>` : ''),
    );
  }
  progresses(): string {
    return Array.from(
      { length: this.kit.dice.int(1, 4) },
      () =>
        `<div style="margin:8px 0"><div style="display:flex;justify-content:space-between;max-width:300px;margin-bottom:4px"><span>${this.#text(1, 2)}</span>${this.kit.dice.chance(0.5) ? `<span>${this.kit.dice.int(0, 100)}%</span>` : ''}</div>${this.kit.progress()}</div>`,
    ).join('');
  }
  table(): string {
    const { dice, style } = this.kit;
    const withChecks = dice.chance(0.55);
    const count = dice.int(3, 6);
    const columns = dice.int(2, 4);
    const chosen = dice.chance(0.4) ? dice.int(0, count - 1) : -1;
    const badge = (): string =>
      `<span style="background:${dice.one([style.good, style.danger, style.muted])};color:#fff;padding:1px 7px;border-radius:${dice.one([3, 99])}px;font-size:.8em">${this.#text(1, 1)}</span>`;
    const cell = (at: number): string =>
      dice.chance(0.3)
        ? String(dice.int(1, 99999))
        : at === 0 && dice.chance(0.4)
          ? this.kit.link()
          : dice.chance(0.12)
            ? badge()
            : this.#text(1, 2);
    const rows = Array.from(
      { length: count },
      (_, index) =>
        `<tr style="${index === chosen ? `background:color-mix(in srgb, ${style.accent} 20%, ${style.card})` : ''}">${withChecks ? `<td style="width:30px">${this.kit.checkbox(index === chosen || dice.chance(0.2))}</td>` : ''}${Array.from({ length: columns }, (__, at) => `<td>${cell(at)}</td>`).join('')}</tr>`,
    );
    const head = `<tr>${withChecks ? `<th>${this.kit.checkbox(false)}</th>` : ''}${Array.from({ length: columns }, () => `<th>${this.#text(1, 1)}</th>`).join('')}</tr>`;
    return `<table class="own" style="border-collapse:collapse">${head}${rows.join('')}</table>`;
  }
  prose(): string {
    const { dice, style } = this.kit;
    const pieces = Array.from({ length: dice.int(2, 6) }, () =>
      dice.one([
        () => this.#text(3, 8),
        () => this.#text(3, 8),
        () => this.kit.link(),
        () => `<b>${this.#text(1, 3)}</b>`,
        () =>
          `<span style="color:${dice.one([style.danger, style.good, style.muted])}">${this.#text(1, 4)}</span>`,
        () =>
          `<code style="background:${style.fill};padding:0 3px">${this.#text(1, 1).toLowerCase()}()</code>`,
      ])(),
    );
    const head = dice.chance(0.4)
      ? `<div style="font-size:${dice.real(1.1, 2)}em;font-weight:${dice.one([400, 600, 700])};margin:4px 0;${dice.chance(0.2) ? `color:${style.accent}` : ''}">${this.#text(1, 3)}</div>`
      : '';
    return `${head}<p style="max-width:420px;line-height:1.5;margin:6px 0">${pieces.join(' ')}</p>`;
  }
  /** Running text with links in it. */
  article(): string {
    const { dice, style } = this.kit;
    const piece = (): string =>
      dice.chance(0.25)
        ? this.kit.link()
        : `${this.#text(4, 9).toLowerCase()}${dice.one(['.', ',', ''])}`;
    return `<p style="max-width:${dice.int(260, 700)}px;line-height:${dice.real(1.3, 1.7)};margin:6px 0;${dice.chance(0.2) ? `color:${style.muted}` : ''}">${Array.from({ length: dice.int(5, 14) }, piece).join(' ')}</p>`;
  }
  links(): string {
    const { dice } = this.kit;
    const made = Array.from({ length: dice.int(3, 6) }, () => this.kit.link());
    return dice.chance(0.5)
      ? `<div style="display:flex;gap:${dice.int(8, 20)}px;flex-wrap:wrap">${made.join('')}</div>`
      : made.map((link) => `<div style="margin:${dice.int(1, 5)}px 0">${link}</div>`).join('');
  }
  /** A table with a line around every cell. */
  ruled(): string {
    const { dice, style } = this.kit;
    const columns = dice.int(2, 5);
    const cell = (tag: string): string =>
      `<${tag} style="border:1px solid ${style.line};padding:${dice.int(2, 6)}px 8px;${tag === 'th' ? `background:${style.fill}` : ''}">${dice.chance(0.4) ? dice.int(1, 9999) : this.#text(1, 2)}</${tag}>`;
    const row = (tag: string): string =>
      `<tr>${Array.from({ length: columns }, () => cell(tag)).join('')}</tr>`;
    return `<table style="border-collapse:collapse">${row('th')}${Array.from({ length: dice.int(2, 5) }, () => row('td')).join('')}</table>`;
  }
  /** Labels with a ground of their own, which are no buttons. */
  chips(): string {
    const { dice, style } = this.kit;
    const colour = dice.one([style.muted, style.good, style.danger, style.accent]);
    const round = dice.one([2, 4, 99]);
    return `<div style="display:flex;flex-wrap:wrap;gap:5px">${Array.from({ length: dice.int(2, 6) }, () => `<span style="font-size:.78em;padding:1px 7px;border-radius:${round}px;color:${colour};background:color-mix(in srgb, ${colour} 18%, ${style.card})">${this.#text(1, 1)}</span>`).join('')}</div>`;
  }
  card(): string {
    const { style, dice } = this.kit;
    return `<div style="background:${style.card};border:1px solid ${style.line};border-radius:${style.radius}px;padding:12px;max-width:300px;box-shadow:${style.shadow}">${dice.chance(0.4) ? this.photo() : ''}${this.prose()}${this.buttons()}</div>`;
  }
  pages(): string {
    const { dice, style } = this.kit;
    if (dice.chance(0.5))
      return `<div>${Array.from({ length: dice.int(2, 4) }, () => this.kit.link(this.#text(1, 1))).join(dice.one([' / ', ' › ', ' > ']))} ${dice.one(['/', '›', '>'])} ${this.#text(1, 1)}</div>`;
    return `<div style="display:flex;gap:4px">${['‹', '1', '2', '3', '4', '›']
      .slice(0, dice.int(3, 6))
      .map((words, index) => this.kit.button({ words, primary: index === 1, plain: true }))
      .join('')}<span style="color:${style.muted};align-self:center">… 9</span></div>`;
  }
  scroller(): string {
    const { dice, style } = this.kit;
    const height = dice.int(90, 220);
    const lines = Array.from(
      { length: Math.ceil(height / (style.size * 1.6)) },
      () => `<div style="height:${style.size * 1.6}px;overflow:hidden">${this.#text(2, 4)}</div>`,
    ).join('');
    return `<div style="display:inline-flex;border:1px solid ${style.line};height:${height}px;overflow:hidden"><div style="width:${dice.int(120, 240)}px;padding:0 8px">${lines}</div>${this.kit.scrollbar(height - 2, false)}</div>`;
  }
  code(): string {
    const { dice, style } = this.kit;
    const line = (): string =>
      dice.one([
        'const x = [0, 1];',
        'if (a && b) {',
        '  return (o) => o.O0;',
        '}',
        '// [ ] todo',
        'fn(a, { b: "c" });',
        '- [x] done',
        'for (;;) {}',
        '<input type="text" />',
      ]);
    return `<pre style="font-family:monospace;background:${dice.chance(0.5) ? style.fill : '#1e1e2e'};color:${dice.chance(0.5) ? style.ink : '#888'};padding:8px;margin:4px 0;border-radius:${style.radius}px;border:0">${Array.from(
      { length: dice.int(3, 7) },
      line,
    )
      .join('\n')
      .replaceAll('<', '&lt;')}</pre>`;
  }
  chart(): string {
    const { dice, style } = this.kit;
    const hues = [style.hue, style.hue + 90, style.hue + 200, style.hue + 280];
    const bars = Array.from(
      { length: dice.int(3, 9) },
      (_, i) =>
        `<i style="width:${dice.int(10, 24)}px;height:${dice.int(10, 100)}px;background:hsl(${hues[i % 3]} 60% 50%)"></i>`,
    ).join('');
    const legend = hues
      .slice(0, 3)
      .map(
        (hue) =>
          `<span style="margin-right:10px"><i style="display:inline-block;width:${style.checkSize}px;height:${style.checkSize}px;background:hsl(${hue} 60% 50%);border-radius:${dice.one(['0', '2px', '50%'])};margin-right:5px"></i>${this.#text(1, 1)}</span>`,
      )
      .join('');
    return `<div style="display:flex;align-items:flex-end;gap:6px;height:110px;border-left:1px solid ${style.line};border-bottom:1px solid ${style.line};padding:0 6px">${bars}</div><div>${legend}</div>`;
  }
  bullets(): string {
    const { dice } = this.kit;
    return `<ul style="list-style:${dice.one(['disc', 'square', 'circle', 'decimal', "'✓ '", "'– '"])};padding-left:24px;margin:4px 0">${Array.from({ length: dice.int(2, 5) }, () => `<li style="display:list-item">${this.#text(2, 5)}</li>`).join('')}</ul>`;
  }
  people(): string {
    const { dice, style } = this.kit;
    return Array.from({ length: dice.int(2, 4) }, () => {
      const size = dice.int(18, 44);
      return `<div style="display:flex;gap:8px;align-items:center;margin:6px 0"><span style="width:${size}px;height:${size}px;border-radius:${dice.one(['50%', '4px'])};background:hsl(${dice.int(0, 359)} 45% 55%);color:#fff;text-align:center;line-height:${size}px;font-size:${size * 0.4}px;flex:none">${this.#text(1, 1).slice(0, 2).toUpperCase()}</span><span>${this.#text(1, 2)}<br><small style="color:${style.muted}">${this.#text(2, 4)}</small></span><span style="min-width:18px;height:18px;border-radius:9px;background:${style.danger};color:#fff;font-size:11px;line-height:18px;text-align:center">${dice.int(1, 99)}</span><i style="width:9px;height:9px;border-radius:50%;background:${style.good}"></i></div>`;
    }).join('');
  }
  photo(): string {
    const { dice } = this.kit;
    const blob = (): string =>
      `radial-gradient(circle at ${dice.int(0, 100)}% ${dice.int(0, 100)}%, hsl(${dice.int(0, 359)} ${dice.int(10, 80)}% ${dice.int(10, 90)}%) 0 ${dice.int(2, 30)}%, transparent ${dice.int(30, 70)}%)`;
    return `<div style="width:${dice.int(100, 260)}px;height:${dice.int(60, 150)}px;background:${Array.from({ length: 6 }, blob).join(',')},hsl(${dice.int(0, 359)} 30% 40%)"></div>`;
  }
  calendar(): string {
    const { dice, style } = this.kit;
    return `<div style="display:grid;grid-template-columns:repeat(7,26px);text-align:center;line-height:24px">${Array.from({ length: 31 }, (_, i) => `<span style="${dice.chance(0.05) ? `border-radius:50%;outline:1px solid ${style.line}` : ''}">${i + 1}</span>`).join('')}</div>`;
  }
  iconRow(): string {
    return `<div style="display:flex;gap:12px;flex-wrap:wrap;max-width:260px">${Array.from({ length: this.kit.dice.int(3, 9) }, () => this.kit.icon()).join('')}</div>`;
  }
  statistics(): string {
    const { dice, style } = this.kit;
    return `<div style="display:flex;gap:10px">${Array.from({ length: dice.int(2, 3) }, () => `<div style="border:${style.border}px solid ${style.line};border-radius:${style.radius}px;padding:10px;background:${style.card}"><div style="color:${style.muted};font-size:.85em">${this.#text(1, 2)}</div><div style="font-size:1.7em">${dice.int(1, 9999)}${dice.one(['', '%', ' ms', 'k'])}</div></div>`).join('')}</div>`;
  }
  dialog(width: number, height: number): string {
    const { dice, style } = this.kit;
    const w = Math.min(width - 20, dice.int(240, 460));
    const left = Math.round((width - w) * dice.real(0.2, 0.8));
    const top = Math.round(height * dice.real(0.08, 0.4));
    const bar = dice.chance(0.35);
    const name = this.#text(1, 3);
    const close = dice.chance(0.6)
      ? `<span style="margin-left:auto">${this.kit.icon('close', style.size)}</span>`
      : '';
    const head = bar
      ? `<div style="background:${dice.chance(0.6) ? style.accent : style.fill};color:${style.onAccent};padding:6px 10px;display:flex;align-items:center">${name}${close}</div>`
      : `<div style="font-size:1.25em;font-weight:600;padding:14px 16px 4px;display:flex;align-items:center">${name}${close}</div>`;
    const body = dice.one([
      () => this.prose(),
      () => this.prose(),
      () => this.form(),
      () => this.checks(),
      () => this.progresses(),
    ])();
    const scrim = dice.chance(0.65)
      ? `<div style="position:absolute;inset:0;background:#000${dice.one(['5', '7', '9'])};z-index:40;pointer-events:none"></div>`
      : '';
    return `${scrim}<div ${tagged({ role: 'dialog', name })} style="position:absolute;left:${left}px;top:${top}px;width:${w}px;background:${style.card};color:${style.ink};border-radius:${style.radius}px;box-shadow:0 8px 40px #0008;z-index:50;overflow:hidden;${dice.chance(0.5) ? `border:1px solid ${style.line}` : ''}">${head}<div style="padding:8px 16px">${body}</div><div style="padding:8px 16px 14px;display:flex;gap:8px;justify-content:${dice.one(['flex-end', 'flex-end', 'flex-start', 'center'])}">${dice.chance(0.5) ? this.kit.button({ primary: false, ghost: dice.chance(0.4) }) + this.kit.button({ primary: true }) : this.kit.button({ primary: true }) + this.kit.button({ primary: false })}</div></div>`;
  }
}

/** Some sections of a page side by side, without what makes a document of them. */
function pictured(page: Page): string {
  const { dice, style } = page.kit;
  const column = (): string =>
    `<div style="flex:1 1 0;min-width:0;padding:10px">${Array.from({ length: dice.int(2, 4) }, () => `<div style="margin-bottom:14px">${page.section()}</div>`).join('')}</div>`;
  const over = dice.chance(0.4) ? page.dialog(dice.int(420, 700), dice.int(260, 500)) : '';
  return `<div style="display:flex;height:100%;background:${style.paper};color:${style.ink};font:${style.size}px/1.35 '${style.font}'">${Array.from({ length: dice.int(1, 3) }, column).join('')}</div>${over}`;
}

function documentOf(
  page: Page,
  side: Page | undefined,
  sheet: string,
  width: number,
  height: number,
): string {
  const { dice, style, sheet: classes } = page.kit;
  const columns = page.kit.roomy
    ? dice.int(1, 2)
    : Math.max(1, Math.min(4, Math.round(width / dice.int(240, 380))));
  const tracks = Array.from({ length: columns }, (_, track) => {
    const own = side !== undefined && columns > 1 && track === 0 ? side : page;
    const { style } = own.kit;
    let made = '';
    for (let index = 0; index < (page.kit.roomy ? 4 : 6); index += 1) {
      const boxed = dice.chance(0.3);
      made += `<div style="margin-bottom:${dice.int(8, 22)}px;${boxed ? `background:${style.card};border:1px solid ${style.line};border-radius:${style.radius}px;padding:10px` : ''}">${dice.chance(0.2) ? `<div style="font-weight:700;font-size:1.15em;margin-bottom:6px">${page.kit.text(1, 3)}</div>` : ''}${own.section()}</div>`;
    }
    return `<div style="${own === side ? `background:${style.paper};color:${style.ink};font-size:${style.size}px;font-family:'${style.font}';min-height:${height}px;` : ''}flex:1 1 0;min-width:0;padding:8px ${page.kit.roomy ? dice.int(10, 60) : 10}px">${made}</div>`;
  });
  const over = [
    dice.chance(page.kit.isHeld ? 0.22 : 0.3) ? page.dialog(width, height) : '',
    dice.chance(0.18)
      ? `<div style="position:absolute;z-index:30;left:${dice.int(0, Math.max(1, width - 240))}px;top:${dice.int(40, Math.max(41, height - 200))}px">${page.kit.menu('popup', dice.int(3, 8))}</div>`
      : '',
    dice.chance(0.35) ? page.kit.cursor(dice.int(5, width - 30), dice.int(5, height - 40)) : '',
    dice.chance(0.42)
      ? `<div style="position:absolute;right:0;top:0">${page.kit.scrollbar(height, false)}</div>`
      : '',
    dice.chance(page.kit.isHeld ? 0.08 : 0.25)
      ? `<div style="position:absolute;left:0;bottom:0">${page.kit.scrollbar(width - 18, true)}</div>`
      : '',
  ];
  const brand = page.others && dice.chance(0.6) ? page.others.brand() : '';
  const bar = dice.chance(0.4)
    ? `<div style="display:flex;gap:10px;align-items:center;padding:4px 8px;${dice.chance(0.5) ? `background:${style.fill}` : ''}">${dice.one([() => page.kit.menu('bar', dice.int(3, 6)), () => page.kit.tabs(dice.int(3, 6)), () => page.toolbar()])()}</div>`
    : '';
  const font = page.kit.assets.fonts.find(({ family }) => family === style.font);
  return `<!doctype html><html data-theme="${style.dark ? 'dark' : 'light'}" data-bs-theme="${style.dark ? 'dark' : 'light'}" data-color-mode="${style.dark ? 'dark' : 'light'}" data-light-theme="light" data-dark-theme="dark" style="color-scheme:${style.dark ? 'dark' : 'light'}"><head><meta charset="utf-8"><style>${sheet}</style><style>*,*::before,*::after{transition:none!important;animation:none!important}
${font ? `@font-face{font-family:"${font.family}";src:url(data:font/woff2;base64,${font.data})}` : ''}
html,body{margin:0!important;padding:0!important;max-width:none!important;width:${width}px;height:${height}px;overflow:hidden;background:${style.paper}!important}
#root{position:relative;width:${width}px;height:${height}px;overflow:hidden;font:${style.size}px/1.35 "${style.font}";color:${style.ink};background:${style.paper}}
.cb{display:inline-flex;align-items:center;justify-content:center;box-sizing:border-box;flex:none;vertical-align:middle}.cb svg{width:100%;height:100%}
.tg{display:inline-block;position:relative;box-sizing:border-box;flex:none;vertical-align:middle;max-width:100%}.tg i{box-sizing:border-box}
.bt,.tb,.mi{display:inline-flex;align-items:center;justify-content:center;box-sizing:border-box;white-space:nowrap;gap:6px;vertical-align:middle;max-width:100%;overflow:hidden}
.mi{display:flex;justify-content:flex-start}.fd{display:inline-flex;box-sizing:border-box;padding:0 8px;gap:6px;overflow:hidden;max-width:100%}
.cut{white-space:nowrap;overflow:hidden}.caret{display:inline-block;width:1px;flex:none}.ar{width:14px;height:14px;margin-left:auto;flex:none}
.ic{display:inline-flex;flex:none;vertical-align:middle}.ic svg{width:100%;height:100%}.lb{min-width:0}
table.own td,table.own th{padding:5px 9px;text-align:left;border-bottom:1px solid ${style.line};font-size:${style.size}px;color:${style.ink};background:none}
#root input,#root select,#root progress{max-width:100%;flex:none}#root input[type=checkbox],#root input[type=radio]{margin:0}
</style></head><body><div id="root" class="${classes.root ?? ''}">${brand}${bar}<div style="display:flex">${tracks.join('')}</div>${over.join('')}</div></body></html>`;
}
