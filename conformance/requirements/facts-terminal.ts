// Facts, terminals-and-web.md: what terminals and browsers really do with a picture.

import { section } from '../requirement.ts';

export const factsTerminal = [
  ...section('facts/terminals-and-web', '§1 Terminal', 9, {
    'f-term-probe-seconds': {
      trap: 'The probe waits seconds behind a DA1 fence: 100 ms fails on real links.',
    },
    'f-term-probe-async': { trap: 'The probe never blocks first paint.' },
    'f-term-late-replies': { trap: 'Late replies are swallowed, never printed.' },
    'f-term-exit-fence': { trap: 'A fence is awaited before the terminal is restored.' },
    'f-term-sixel-exact': {
      trap: 'Sixel keeps up to 256 colours exactly and its input unchanged.',
    },
    'f-term-kitty-chunks': { trap: 'kitty data goes in chunks of at most 4096 bytes.' },
    'f-term-tmux-placeholders': { trap: 'In tmux kitty uses Unicode placeholders.' },
    'f-term-tmux-sixel-both': { trap: 'In tmux sixel needs the inner and the outer terminal.' },
    'f-term-kitty-u1-gated': { trap: 'Placeholders are used only where the terminal draws them.' },
    'f-term-cell-default': { trap: 'Without a reply a cell counts as 10x20 pixels.' },
    'f-term-ssh-direct': { trap: 'Over SSH no file and no shared memory carries the picture.' },
    'f-term-append-only': { trap: 'An image is written exactly once.' },
    'f-term-half-blocks': { trap: 'Half blocks are exact at two pixels per cell.' },
    'f-term-no-tty': { trap: 'Pipes, CI, NO_COLOR and screen readers get words.' },
    'f-term-escape-boundary': { trap: 'Names, alt text and model output cannot emit escapes.' },
    'f-term-restored': { trap: 'Ctrl-C at any moment restores the terminal.' },
    'f-term-real-terminals': { trap: 'Real terminals are judged by screenshot.' },
  }),
  ...section('facts/terminals-and-web', '§4 Web', 8, {
    'f-web-no-silent-hole': { trap: 'A refused or broken image is a chip, never a hole.' },
    'f-web-no-foreign-load': { trap: 'Foreign images never load by themselves.' },
    'f-web-audio-url': { trap: 'An audio envelope with a URL plays.' },
    'f-web-no-layout-shift': { trap: 'Images reserve their size.' },
    'f-web-csp-trusted-types': { trap: 'The strict policy with Trusted Types reports nothing.' },
    'f-web-no-html-strings': { trap: 'Markdown becomes templates; raw HTML shows as text.' },
    'f-web-hostile-envelopes': { trap: 'Hostile envelopes execute nothing and hide nothing.' },
    'f-web-remove-keyboard': { trap: 'Removing an attachment works by keyboard.' },
    'f-web-axe': { trap: 'No accessibility violation in any theme and size.' },
    'f-web-preflight': { trap: 'Limits are checked before anything is sent.' },
    'f-web-notice-before-send': {
      trap: 'A blind model is said before sending, with what happens instead.',
    },
    'f-web-what-model-saw': { trap: 'Each turn shows the pixels that were really sent.' },
    'f-web-bundle': { trap: 'The element is under 30 KiB and the app under 150 KiB gzipped.' },
  }),
] as const;
