// The icons of the app as paths on a grid of 24. They never carry meaning alone: what holds them has a label.
import type { ReactElement } from 'react';

const shapes = {
  plus: 'M12 5v14M5 12h14',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M8 8h8v8H8z',
  close: 'M6 6l12 12M18 6L6 18',
  menu: 'M4 7h16M4 12h16M4 17h10',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  'eye-off':
    'M3 3l18 18M10.600 5.700A9 9 0 0 1 12 5.500c6 0 9.500 6.500 9.500 6.500a16 16 0 0 1-2.700 3.400M6.300 7.300A15.500 15.500 0 0 0 2.500 12S6 18.500 12 18.500a9 9 0 0 0 4.300-1.100M9.900 9.900a3 3 0 0 0 4.200 4.200',
  ear: 'M7 10a5 5 0 1 1 10 0c0 3-3 3.500-3.500 6.500C13 19 11.500 20.500 9.500 20.500A3 3 0 0 1 7 19M9.800 10.300a2.300 2.300 0 1 1 4.200 1.500',
  speaker: 'M4 9.500v5h3.500L12 19V5L7.500 9.500zM15.500 9a4 4 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11',
  picture: 'M4 5h16v14H4zM4 16l4.500-4.500 4 4L15 13l5 5M15.500 9.500h.01',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.500 11v5M13.500 11v5',
  retry: 'M20 12a8 8 0 1 1-2.600-5.900M20 4v4.500h-4.500',
  check: 'M5 12.500l4.500 4.500L19 7',
  warn: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5M12 8h.01',
  tool: 'M14.500 6.500a4 4 0 0 0-5.300 5L4 16.700 7.300 20l5.200-5.200a4 4 0 0 0 5-5.300l-2.600 2.600-2.500-.700-.700-2.500z',
  inspect: 'M4 5h16v14H4zM14 5v14M7 9h4M7 12.500h4',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  chevron: 'M9 6l6 6-6 6',
  down: 'M6 9l6 6 6-6',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 3v1.500M12 19.500V21M3 12h1.500M19.500 12H21M5.600 5.600l1 1M17.400 17.400l1 1M18.400 5.600l-1 1M6.600 17.400l-1 1',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500Z',
  contrast: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 3v18',
  camera:
    'M4 8h3.500L9 5.500h6L16.500 8H20v11H4zM12 16.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7Z',
  leave: 'M11 4H5v16h6M10 12h10M16 8l4 4-4 4',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  pen: 'M4 20l1-4L16 5l3 3L8 19zM13.500 7.500l3 3',
  branch: 'M7 5v14M7 12h6a4 4 0 0 0 4-4V6M14.500 8.500L17 6l2.500 2.500',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.500V12l3 2',
  compare: 'M12 3v18M4 6h5v12H4M15 6h5v12h-5',
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name }: { readonly name: IconName }): ReactElement {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  );
}
