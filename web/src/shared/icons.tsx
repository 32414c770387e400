/** Line icons, 24 units square. */
const PATHS = {
  undo: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12',
  redo: 'M15 7l5 5-5 5M20 12H10a6 6 0 0 0 0 12',
  layers: 'M12 3 2 9l10 6 10-6zM3 14l9 5 9-5',
  sliders: 'M3 7h10M19 7h2M3 17h2M11 17h10M13 7a3 3 0 1 0 6 0 3 3 0 1 0-6 0M5 17a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  flag: 'M5 21V4h13l-3 4.500 3 4.500H5',
  sun:
    'M12 7.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 1 0 0-9z' +
    'M12 1.500v2M12 20.500v2M1.500 12h2M20.500 12h2M4.600 4.600 6 6M18 18l1.400 1.400M4.600 19.400 6 18M18 6l1.400-1.400',
  moon: 'M20 14.500A8.500 8.500 0 1 1 9.500 4a7 7 0 0 0 10.500 10.500z',
  check: 'M4 12.500 9.500 18 20 6.500',
  cross: 'M6 6l12 12M18 6 6 18',
  half: 'M12 3a9 9 0 1 0 0 18z M12 3a9 9 0 0 1 0 18',
  bulb: 'M9 18h6M10 22h4M8.500 15a6.500 6.500 0 1 1 7 0c-.6.500-.9 1.200-.9 2H9.400c0-.8-.3-1.500-.9-2z',
  back: 'M14.500 5 8 12l6.500 7',
  forward: 'M9.500 5 16 12l-6.500 7',
  first: 'M7 5v14M18 5l-8 7 8 7z',
  next: 'M17 5v14M6 5l8 7-8 7z',
  play: 'M7 4.500v15l12-7.500z',
  pause: 'M8 5v14M16 5v14',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18zM12 7.500V12l3 2',
  history: 'M3.500 12a8.500 8.500 0 1 0 2.700-6.200L3.500 8.300M3.500 3.500v4.800h4.800M12 7.500V12l3.200 2',
  people:
    'M9 5a3.500 3.500 0 1 0 0 7 3.500 3.500 0 1 0 0-7z' +
    'M2.500 20c0-4 3-6 6.500-6s6.500 2 6.500 6M15.500 5.400a3.500 3.500 0 0 1 0 6.400M18 14.500c2.200.8 3.500 2.700 3.500 5.500',
  swap: 'M4 9h14l-4-4M20 15H6l4 4',
  link:
    'M10 14a4 4 0 0 0 5.700 0l3.600-3.600a4 4 0 0 0-5.700-5.700L12.500 6' +
    'M14 10a4 4 0 0 0-5.700 0l-3.600 3.600a4 4 0 0 0 5.700 5.700l1.100-1.100',
  down: 'M5 9.500 12 16l7-6.500',
  menu: 'M3 6h18M3 12h18M3 18h18',
  eye: 'M2 12s3.600-6.500 10-6.500S22 12 22 12s-3.600 6.500-10 6.500S2 12 2 12zM9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  picture: 'M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 5M15.500 9.500h.01',
} as const

export type IconName = keyof typeof PATHS

export const Icon = ({ name }: { name: IconName }) => (
  <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} fill={name === 'half' ? 'none' : undefined} />
    {name === 'half' && <path d="M12 3a9 9 0 1 0 0 18z" fill="currentColor" stroke="none" />}
  </svg>
)

/** The house's mark. */
export const Mark = ({ size = 30 }: { size?: number }) => (
  <svg class="mark" viewBox="0 0 64 64" style={{ width: `${size / 16}rem`, height: `${size / 16}rem` }} aria-hidden="true">
    <path d="M16 4.300h32L64 32 48 59.700H16L0 32z" fill="#6a2416" />
    <path d="M12 22h40v24H12z" fill="#f4ecd8" />
    <path d="M12 22l40 24M52 22L12 46" stroke="#6a2416" stroke-width="4" />
    <path d="M25 14h14" stroke="#f4ecd8" stroke-width="4" />
  </svg>
)
