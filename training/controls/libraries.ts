// The component libraries that pages for training are drawn with, each with its style sheets; those with themes once for each of several.
import { ant, element } from './library-ant.ts';
import { carbon, layui, rsuite, vant } from './library-carbon.ts';
import { jquery, lightning, onsen } from './library-lightning.ts';
import { blueprint, prime } from './library-prime.ts';
import type { Library } from './library.ts';

const primeThemes =
  'arya-blue arya-orange bootstrap4-dark-blue bootstrap4-light-purple fluent-light lara-dark-teal lara-light-indigo lara-light-amber luna-blue md-dark-indigo md-light-deeppurple mdc-light-indigo mira nano nova rhea saga-green saga-orange soho-dark soho-light tailwind-light vela-purple viva-dark viva-light'.split(
    ' ',
  );
const jqueryThemes =
  'base black-tie blitzer cupertino dot-luv eggplant flick hot-sneaks humanity overcast pepper-grinder redmond smoothness south-street start sunny ui-darkness ui-lightness vader'.split(
    ' ',
  );

export const libraries: Readonly<Record<string, Library>> = {
  ant: { ...ant, isDark: false, files: ['antd/package/dist/antd.min.css'] },
  'ant-compact': { ...ant, isDark: false, files: ['antd/package/dist/antd.compact.min.css'] },
  'ant-dark': { ...ant, isDark: true, files: ['antd/package/dist/antd.dark.min.css'] },
  element: { ...element, isDark: false, files: ['element-plus/package/dist/index.css'] },
  'element-dark': {
    ...element,
    isDark: true,
    files: [
      'element-plus/package/dist/index.css',
      'element-plus/package/theme-chalk/dark/css-vars.css',
    ],
    root: 'dark',
  },
  ...Object.fromEntries(
    primeThemes.map((theme): [string, Library] => [
      `prime-${theme}`,
      {
        ...prime,
        isDark: /dark|arya|vela|luna/.test(theme),
        files: [
          'primereact/package/resources/primereact.min.css',
          `primereact/package/resources/themes/${theme}/theme.css`,
        ],
      },
    ]),
  ),
  blueprint: {
    ...blueprint,
    isDark: false,
    files: ['_blueprintjs_core/package/lib/css/blueprint.css'],
  },
  'blueprint-dark': {
    ...blueprint,
    isDark: true,
    root: 'bp5-dark',
    files: ['_blueprintjs_core/package/lib/css/blueprint.css'],
  },
  ...Object.fromEntries(
    jqueryThemes.map((theme): [string, Library] => [
      `jquery-${theme}`,
      {
        ...jquery,
        isDark: /dark|vader|dot-luv/.test(theme),
        files: [`jquery-ui-themes/package/themes/${theme}/jquery-ui.min.css`],
      },
    ]),
  ),
  lightning: {
    ...lightning,
    isDark: false,
    files: [
      '_salesforce-ux_design-system/package/assets/styles/salesforce-lightning-design-system.min.css',
    ],
  },
  'onsen-ios': {
    ...onsen(false),
    isDark: false,
    files: ['onsenui/package/css/onsen-css-components.min.css'],
  },
  'onsen-android': {
    ...onsen(true),
    isDark: false,
    files: ['onsenui/package/css/onsen-css-components.min.css'],
  },
  'onsen-ios-dark': {
    ...onsen(false),
    isDark: true,
    files: ['onsenui/package/css/dark-onsen-css-components.min.css'],
  },
  'onsen-android-dark': {
    ...onsen(true),
    isDark: true,
    files: ['onsenui/package/css/dark-onsen-css-components.min.css'],
  },
  carbon: {
    ...carbon,
    isDark: false,
    files: ['carbon-components/package/css/carbon-components.min.css'],
  },
  rsuite: { ...rsuite, isDark: false, files: ['rsuite/package/dist/rsuite-no-reset.min.css'] },
  'rsuite-dark': {
    ...rsuite,
    isDark: true,
    root: 'rs-theme-dark',
    files: ['rsuite/package/dist/rsuite-no-reset.min.css'],
  },
  vant: { ...vant, isDark: false, files: ['vant/package/lib/index.css'] },
  layui: { ...layui, isDark: false, files: ['layui/package/dist/css/layui.css'] },
};
