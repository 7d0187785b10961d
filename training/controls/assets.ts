// What pages are made of, from packages that were unpacked into one folder by gather.sh: style sheets, fonts, icons by what they show.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { libraries } from './libraries.ts';
import { pruned, withFocusClass } from './prune.ts';
import { heldSheets, themes } from './sheets.ts';
import type { Assets, Font, Icon, Sheet } from './style.ts';

const sheetFiles: Readonly<Record<string, string>> = {
  bootstrap: 'dist/css/bootstrap.min.css',
  'bootstrap_3.4.1': 'dist/css/bootstrap.min.css',
  'bootstrap_4.6.2': 'dist/css/bootstrap.min.css',
  bulma: 'css/bulma.min.css',
  'daisyui_4.12.24': 'dist/full.css',
  'water.css': 'out/water.min.css',
  '_picocss_pico_1.5.13': 'css/pico.min.css',
  '_picocss_pico_2.1.1': 'css/pico.min.css',
  simpledotcss: 'simple.min.css',
  'mvp.css': 'mvp.css',
  'sakura.css': 'css/sakura.css',
  '_exampledev_new.css': 'new.min.css',
  '98.css': 'dist/98.css',
  'xp.css': 'dist/XP.css',
  '7.css': 'dist/7.css',
  uikit: 'dist/css/uikit.min.css',
  'foundation-sites': 'dist/css/foundation.min.css',
  milligram: 'dist/milligram.min.css',
  purecss: 'build/pure-min.css',
  chota: 'dist/chota.min.css',
  papercss: 'dist/paper.min.css',
  'spectre.css': 'dist/spectre.min.css',
  _primer_css: 'dist/primer.css',
  'fomantic-ui-css': 'semantic.min.css',
  'govuk-frontend': 'dist/govuk/govuk-frontend.min.css',
  'materialize-css': 'dist/css/materialize.min.css',
  'mdui_1.0.2': 'dist/css/mdui.min.css',
  'nes.css_2.3.0': 'css/nes.min.css',
  'cirrus-ui': 'dist/cirrus.min.css',
  'halfmoon_1.1.1': 'css/halfmoon.min.css',
  '_patternfly_patternfly_5.4.2': 'patternfly-no-globals.css',
  'holiday.css': 'dist/holiday.css',
  'marx-css': 'css/marx.min.css',
  'awsm.css': 'dist/awsm.min.css',
  'terminal.css': 'dist/terminal.min.css',
  picnic: 'picnic.min.css',
  'missing.css': 'dist/missing.min.css',
  '_sakun_system.css': 'dist/system.css',
  photonkit: 'dist/css/photon.css',
  _blaze_css: 'dist/blaze/blaze.css',
  _tabler_core: 'dist/css/tabler.min.css',
  ...Object.fromEntries(
    Object.entries(themes).flatMap(([folder, { file, names }]) =>
      names.map((name): [string, string] => [`${folder}/${name}`, file.replace('NAME', name)]),
    ),
  ),
};

/** Where a sheet takes its colours and sizes from; without them it draws no rims, no grounds and no gaps. */
const variableFiles: Readonly<Record<string, readonly string[]>> = {
  _primer_css: [
    'base/size/size',
    'base/typography/typography',
    'functional/size/border',
    'functional/size/radius',
    'functional/size/size',
    'functional/spacing/space',
    'functional/typography/typography',
    'functional/themes/light',
    'functional/themes/dark',
  ].map((name) => `_primer_primitives/package/dist/css/${name}.css`),
};

/** The kinds of icon that are told by name; every other one is `other`. */
export const iconKinds = [
  'other',
  'close',
  'menu',
  'search',
  'settings',
  'add',
  'delete',
  'edit',
  'user',
  'notification',
  'home',
  'back',
  'forward',
  'up',
  'down',
  'more',
  'favourite',
  'download',
  'upload',
  'check',
  'information',
  'warning',
  'lock',
  'calendar',
  'mail',
  'folder',
  'file',
  'play',
  'refresh',
  'copy',
  'visibility',
  'link',
] as const;

const iconNames: Readonly<Record<string, readonly string[]>> = {
  close: ['x', 'x-lg', 'close', 'close-outline', 'x-mark', 'xmark'],
  menu: ['menu', 'list', 'menu-2', 'bars-3', 'menu-outline'],
  search: ['search', 'magnifying-glass', 'search-outline'],
  settings: ['settings', 'gear', 'cog', 'cog-6-tooth', 'settings-outline', 'gear-fill'],
  add: ['plus', 'plus-lg', 'add', 'add-outline'],
  delete: ['trash', 'trash-2', 'delete', 'trash-outline', 'trash-fill'],
  edit: [
    'pencil',
    'edit',
    'edit-2',
    'pen',
    'create-outline',
    'pencil-square',
    'pencil-line',
    'pencil-simple',
  ],
  user: ['user', 'person', 'person-outline', 'person-fill', 'user-circle', 'circle-user'],
  notification: ['bell', 'notifications', 'notifications-outline', 'bell-fill'],
  home: ['home', 'house', 'home-outline', 'house-fill', 'house-door'],
  back: [
    'arrow-left',
    'chevron-left',
    'arrow_back',
    'arrow-back',
    'arrow-back-outline',
    'caret-left',
  ],
  forward: [
    'arrow-right',
    'chevron-right',
    'arrow_forward',
    'arrow-forward-outline',
    'caret-right',
  ],
  up: ['arrow-up', 'chevron-up', 'caret-up', 'arrow-up-outline'],
  down: ['arrow-down', 'chevron-down', 'caret-down', 'arrow-down-outline', 'expand_more'],
  more: [
    'more-vertical',
    'more-horizontal',
    'three-dots',
    'three-dots-vertical',
    'dots',
    'dots-vertical',
    'ellipsis',
    'ellipsis-vertical',
    'ellipsis-horizontal',
    'more_vert',
    'dots-three',
    'dots-three-vertical',
  ],
  favourite: [
    'star',
    'heart',
    'star-fill',
    'heart-fill',
    'favorite',
    'star-outline',
    'heart-outline',
  ],
  download: ['download', 'arrow-down-tray', 'download-outline', 'download-simple'],
  upload: ['upload', 'arrow-up-tray', 'upload-simple', 'push-outline'],
  check: ['check', 'check-lg', 'done', 'checkmark', 'checkmark-outline'],
  information: ['info', 'info-circle', 'information-circle', 'information-circle-outline'],
  warning: [
    'alert-triangle',
    'triangle-alert',
    'exclamation-triangle',
    'warning',
    'warning-outline',
  ],
  lock: ['lock', 'lock-closed', 'lock-fill', 'lock-closed-outline'],
  calendar: ['calendar', 'calendar3', 'calendar-outline', 'calendar_today'],
  mail: ['mail', 'envelope', 'mail-outline', 'envelope-fill', 'envelope-simple'],
  folder: ['folder', 'folder-fill', 'folder-outline', 'folder2'],
  file: ['file', 'file-text', 'document', 'document-outline', 'file-earmark', 'file-earmark-text'],
  play: ['play', 'play-fill', 'play_arrow', 'play-outline'],
  refresh: [
    'refresh-cw',
    'refresh',
    'arrow-clockwise',
    'arrow-repeat',
    'arrow-path',
    'refresh-outline',
    'arrows-clockwise',
  ],
  copy: ['copy', 'files', 'content_copy', 'copy-outline', 'document-duplicate', 'clipboard'],
  visibility: ['eye', 'visibility', 'eye-outline', 'eye-fill'],
  link: ['link', 'link-2', 'link-45deg', 'link-outline'],
};
const otherNames =
  'sun moon cloud camera image music truck gift flag key map tag phone wifi battery cpu globe anchor award book bookmark box briefcase clock coffee compass database gauge hash headphones layers monitor package printer rocket scissors server shield shopping-cart smartphone speaker target terminal thermometer tool tv umbrella zap bug palette cart basket building bank trophy lightbulb'.split(
    ' ',
  );

const iconFolders = {
  train: [
    'lucide-static/package/icons',
    'bootstrap-icons/package/icons',
    '_tabler_icons_2.47.0/package/icons',
    '_material-design-icons_svg/package/filled',
    'ionicons_7.4.0/package/dist/svg',
  ],
  held: [
    'feather-icons_4.29.2/package/dist/icons',
    '_phosphor-icons_core/package/assets/regular',
    'heroicons/package/24/outline',
  ],
} as const;

export function assetsIn(folder: string, fontFolder: string, held: boolean): Assets {
  const sheets: Sheet[] = Object.entries(sheetFiles).flatMap(([name, file]): readonly Sheet[] => {
    const [at = name, theme] = name.split('/');
    const path = `${folder}/${at}/package/${file}`;
    const family = theme === undefined ? undefined : themes[at];
    return heldSheets.includes(name) === held && existsSync(path)
      ? [
          {
            name,
            ...(family && {
              kit: family.kit,
              family: at,
              ...(family.dark.includes(theme ?? '')
                ? { isDark: true }
                : family.isEither
                  ? {}
                  : { isDark: false }),
            }),
            css: (held ? String : withFocusClass)(
              [...(variableFiles[name] ?? []).map((file) => `${folder}/${file}`), path]
                .map((file) => readFileSync(file, 'utf8'))
                .join('\n')
                .replaceAll(/@import[^;]*;/g, '')
                .replaceAll('</style', ''),
            ),
          },
        ]
      : [];
  });
  if (!held) sheets.push(...librarySheets(folder));
  const icons = iconFolders[held ? 'held' : 'train'].flatMap((under): readonly Icon[] => {
    const read = (kind: string, name: string): readonly Icon[] => {
      const path = `${folder}/${under}/${name}.svg`;
      if (!existsSync(path)) return [];
      const svg = readFileSync(path, 'utf8')
        .replace(/<\?xml[^>]*>/, '')
        .replaceAll(/<!--.*?-->/gs, '')
        .trim();
      return svg.length < 3000
        ? [
            {
              kind,
              svg: svg.includes('currentColor')
                ? svg
                : svg.replace('<svg', '<svg fill="currentColor"'),
            },
          ]
        : [];
    };
    return [
      ...Object.entries(iconNames).flatMap(([kind, names]) =>
        names.flatMap((name) => read(kind, name)),
      ),
      ...otherNames.flatMap((name) => read('other', name)),
    ];
  });
  const fonts = existsSync(fontFolder)
    ? readdirSync(fontFolder)
        .filter((_, index) => (index % 5 === 0) === held)
        .flatMap((name): readonly Font[] => {
          const family = name.replace('_fontsource_', '').replace('_fontsource-variable_', '');
          const path = `${fontFolder}/${name}/files/${family}-latin-400-normal.woff2`;
          return existsSync(path) ? [{ family, data: readFileSync(path).toString('base64') }] : [];
        })
        .slice(0, 60)
    : [];
  return { icons, sheets, fonts };
}

function librarySheets(folder: string): readonly Sheet[] {
  return Object.entries(libraries).flatMap(([name, { files, keep, isDark }]): readonly Sheet[] =>
    files.every((file) => existsSync(`${folder}/${file}`))
      ? [
          {
            name,
            family: name.replace(/-.*/, ''),
            ...(isDark !== undefined && { isDark }),
            css: files
              .map((file) => pruned(readFileSync(`${folder}/${file}`, 'utf8'), keep))
              .join('\n'),
          },
        ]
      : [],
  );
}
