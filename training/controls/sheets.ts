// What the style sheets from npm style, and by which classes; those of the held-out list are drawn with for measuring only.

/** Classes of a style sheet, for whatever it styles; everything else is drawn by the page's own style. */
export interface Sheetkit {
  readonly root?: string;
  readonly checkbox?: string;
  readonly radio?: string;
  readonly toggle?: string;
  readonly slider?: string;
  readonly field?: string;
  readonly select?: string;
  readonly button?: string;
  readonly primary?: string;
  readonly others?: readonly string[];
  readonly progress?: string;
  readonly tabs?: readonly [list: string, tab: string, chosen: string];
  /** Whether tabs are children of their list, without an element between. */
  readonly isBare?: boolean;
  readonly menu?: readonly [list: string, item: string, chosen: string];
}

export const sheetkits: Readonly<Record<string, Sheetkit>> = {
  plain: { checkbox: '', radio: '', slider: '', field: '', select: '', button: '', progress: '' },
  bootstrap: {
    checkbox: 'form-check-input',
    radio: 'form-check-input',
    toggle: 'form-check-input',
    slider: 'form-range',
    field: 'form-control',
    select: 'form-select',
    button: 'btn btn-secondary',
    primary: 'btn btn-primary',
    others: [
      'btn btn-outline-primary',
      'btn btn-light',
      'btn btn-outline-secondary',
      'btn btn-outline-danger',
    ],
    tabs: ['nav nav-tabs', 'nav-link', 'nav-link active'],
    menu: ['list-group', 'list-group-item list-group-item-action', 'list-group-item active'],
  },
  'bootstrap_3.4.1': {
    checkbox: '',
    radio: '',
    field: 'form-control',
    select: 'form-control',
    button: 'btn btn-default',
    primary: 'btn btn-primary',
    others: ['btn btn-default btn-sm'],
    tabs: ['nav nav-tabs', '', 'active'],
    menu: ['list-group', 'list-group-item', 'list-group-item active'],
  },
  'bootstrap_4.6.2': {
    checkbox: '',
    radio: '',
    field: 'form-control',
    select: 'custom-select',
    slider: 'custom-range',
    button: 'btn btn-secondary',
    primary: 'btn btn-primary',
    others: ['btn btn-light', 'btn btn-outline-dark'],
    tabs: ['nav nav-pills', 'nav-link', 'nav-link active'],
    menu: ['list-group', 'list-group-item', 'list-group-item active'],
  },
  bulma: {
    checkbox: '',
    radio: '',
    field: 'input',
    button: 'button',
    primary: 'button is-primary',
    others: ['button is-light', 'button is-outlined'],
    progress: 'progress is-info',
  },
  'daisyui_4.12.24': {
    checkbox: 'checkbox',
    radio: 'radio',
    toggle: 'toggle',
    slider: 'range',
    field: 'input input-bordered',
    select: 'select select-bordered',
    button: 'btn',
    primary: 'btn btn-primary',
    others: ['btn btn-outline', 'btn btn-neutral', 'btn btn-sm'],
    progress: 'progress progress-primary',
    tabs: ['tabs tabs-bordered', 'tab', 'tab tab-active'],
    isBare: true,
    menu: ['menu', '', 'active'],
  },
  'water.css': {
    checkbox: '',
    radio: '',
    slider: '',
    field: '',
    select: '',
    button: '',
    progress: '',
  },
  '_picocss_pico_1.5.13': {
    checkbox: '',
    radio: '',
    toggle: 'role=switch',
    slider: '',
    field: '',
    select: '',
    button: 'secondary',
    primary: '',
    others: ['outline', 'contrast'],
    progress: '',
  },
  '_picocss_pico_2.1.1': {
    checkbox: '',
    radio: '',
    toggle: 'role=switch',
    slider: '',
    field: '',
    select: '',
    button: 'secondary',
    primary: '',
    others: ['outline', 'contrast'],
    progress: '',
  },
  simpledotcss: {
    checkbox: '',
    radio: '',
    slider: '',
    field: '',
    select: '',
    button: '',
    progress: '',
  },
  'mvp.css': { field: '', select: '', button: '', checkbox: '', radio: '' },
  'sakura.css': { field: '', select: '', button: '', checkbox: '', radio: '' },
  '_exampledev_new.css': { field: '', select: '', button: '', checkbox: '', radio: '' },
  '98.css': { field: '', select: '', button: '', primary: 'default', slider: '' },
  'xp.css': { field: '', select: '', button: '', slider: '' },
  '7.css': { field: '', select: '', button: '', primary: 'default', slider: '' },
  uikit: {
    checkbox: 'uk-checkbox',
    radio: 'uk-radio',
    slider: 'uk-range',
    field: 'uk-input',
    select: 'uk-select',
    button: 'uk-button uk-button-default',
    primary: 'uk-button uk-button-primary',
    others: ['uk-button uk-button-secondary'],
    progress: 'uk-progress',
    tabs: ['uk-tab', '', 'uk-active'],
  },
  'foundation-sites': {
    checkbox: '',
    radio: '',
    field: '',
    select: '',
    button: 'button secondary',
    primary: 'button',
    others: ['button hollow'],
  },
  milligram: {
    checkbox: '',
    radio: '',
    field: '',
    select: '',
    button: 'button button-outline',
    primary: 'button',
  },
  purecss: {
    root: 'pure-form',
    checkbox: '',
    radio: '',
    field: '',
    select: '',
    button: 'pure-button',
    primary: 'pure-button pure-button-primary',
  },
  chota: {
    checkbox: '',
    radio: '',
    field: '',
    select: '',
    button: 'button',
    primary: 'button primary',
    others: ['button outline'],
    tabs: ['tabs', '', 'active'],
    isBare: true,
  },
  papercss: { field: '', select: '', button: '', primary: 'btn-primary', others: ['btn-small'] },
  'spectre.css': {
    field: 'form-input',
    select: 'form-select',
    button: 'btn',
    primary: 'btn btn-primary',
    slider: 'slider',
    progress: 'progress',
  },
  _primer_css: {
    checkbox: '',
    radio: '',
    field: 'form-control',
    select: 'form-select',
    button: 'btn',
    primary: 'btn btn-primary',
    others: ['btn btn-danger', 'btn btn-outline'],
    tabs: ['subnav-links', 'subnav-item', 'subnav-item selected'],
    isBare: true,
  },
  'fomantic-ui-css': {
    button: 'ui button',
    primary: 'ui primary button',
    others: ['ui basic button', 'ui green button', 'ui small button'],
    tabs: ['ui tabular menu', 'item', 'item active'],
    isBare: true,
    menu: ['ui vertical menu', 'item', 'item active'],
  },
  'govuk-frontend': {
    field: 'govuk-input',
    select: 'govuk-select',
    button: 'govuk-button govuk-button--secondary',
    primary: 'govuk-button',
    others: ['govuk-button govuk-button--warning'],
  },
  'materialize-css': {
    field: '',
    select: 'browser-default',
    button: 'btn grey',
    primary: 'btn',
    others: ['btn-small red'],
  },
  'mdui_1.0.2': {
    root: 'mdui-theme-primary-indigo mdui-theme-accent-pink',
    field: 'mdui-textfield-input',
    select: 'mdui-select',
    button: 'mdui-btn mdui-btn-raised',
    primary: 'mdui-btn mdui-btn-raised mdui-color-theme-accent',
  },
  'nes.css_2.3.0': {
    field: 'nes-input',
    button: 'nes-btn',
    primary: 'nes-btn is-primary',
    others: ['nes-btn is-success', 'nes-btn is-warning'],
    progress: 'nes-progress is-primary',
  },
  'cirrus-ui': {
    field: '',
    select: 'select',
    button: 'btn',
    primary: 'btn btn-primary',
    others: ['btn outline'],
  },
  'halfmoon_1.1.1': {
    field: 'form-control',
    select: 'form-control',
    button: 'btn',
    primary: 'btn btn-primary',
    others: ['btn btn-danger', 'btn btn-sm'],
  },
  '_patternfly_patternfly_5.4.2': {
    button: 'pf-v5-c-button pf-m-secondary',
    primary: 'pf-v5-c-button pf-m-primary',
    others: ['pf-v5-c-button pf-m-tertiary', 'pf-v5-c-button pf-m-danger'],
  },
  'holiday.css': { checkbox: '', radio: '', field: '', select: '', button: '' },
  'marx-css': { checkbox: '', radio: '', field: '', select: '', button: '', slider: '' },
  'awsm.css': { checkbox: '', radio: '', field: '', select: '', button: '', slider: '' },
  'terminal.css': {
    field: '',
    select: '',
    button: 'btn btn-default btn-ghost',
    primary: 'btn btn-primary',
    others: ['btn btn-error btn-ghost', 'btn btn-default btn-ghost'],
  },
  picnic: { field: '', select: '', button: 'pseudo', primary: '' },
  'missing.css': { checkbox: '', radio: '', field: '', select: '', button: '', slider: '' },
  '_sakun_system.css': { field: '', button: 'btn', primary: 'btn btn-default' },
  photonkit: {
    field: 'form-control',
    select: 'form-control',
    button: 'btn btn-default',
    primary: 'btn btn-primary',
    others: ['btn btn-large btn-default', 'btn btn-mini btn-default'],
    tabs: ['tab-group', 'tab-item', 'tab-item active'],
    isBare: true,
  },
  _blaze_css: {
    field: 'c-field',
    select: 'c-field',
    button: 'c-button c-button--ghost',
    primary: 'c-button c-button--brand',
    others: ['c-button c-button--ghost-brand', 'c-button c-button--rounded c-button--ghost'],
  },
  _tabler_core: {
    checkbox: 'form-check-input',
    radio: 'form-check-input',
    toggle: 'form-check-input',
    slider: 'form-range',
    field: 'form-control',
    select: 'form-select',
    button: 'btn',
    primary: 'btn btn-primary',
    others: ['btn btn-outline-primary', 'btn btn-ghost-secondary'],
    tabs: ['nav nav-tabs', 'nav-link', 'nav-link active'],
    progress: 'progress',
  },
};

interface Themes {
  /** Whose classes they style. */
  readonly kit: string;
  readonly file: string;
  readonly names: readonly string[];
  /** Those for dark pages. */
  readonly dark: readonly string[];
  /** Whether the others have a dark side. */
  readonly isEither?: boolean;
}

/** Sheets of one make in many dresses, by folder. */
export const themes: Readonly<Record<string, Themes>> = {
  bootswatch: {
    kit: 'bootstrap',
    file: 'dist/NAME/bootstrap.min.css',
    names:
      'brite cerulean cosmo cyborg darkly flatly journal litera lumen lux materia minty morph pulse quartz sandstone simplex sketchy slate solar spacelab superhero united vapor yeti zephyr'.split(
        ' ',
      ),
    dark: 'cyborg darkly slate solar superhero vapor quartz'.split(' '),
    isEither: true,
  },
  bootswatch3: {
    kit: 'bootstrap_3.4.1',
    file: 'NAME/bootstrap.min.css',
    names:
      'cerulean cosmo cyborg darkly flatly journal lumen paper readable sandstone simplex slate spacelab superhero united yeti'.split(
        ' ',
      ),
    dark: 'cyborg darkly slate superhero'.split(' '),
  },
  bootswatch4: {
    kit: 'bootstrap_4.6.2',
    file: 'dist/NAME/bootstrap.min.css',
    names:
      'cerulean cyborg darkly journal litera lux materia minty pulse sketchy slate solar superhero united'.split(
        ' ',
      ),
    dark: 'cyborg darkly slate solar superhero'.split(' '),
  },
};
export const heldSheets: readonly string[] = [
  'uikit',
  'chota',
  'spectre.css',
  '_primer_css',
  '_picocss_pico_2.1.1',
  '7.css',
  'water.css',
];
