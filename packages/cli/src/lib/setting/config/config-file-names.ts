/** The names of config files. */
export const configFileNames = [
  'amelia.config.ts',
  'amelia.config.mts',
  'amelia.config.js',
  'amelia.config.mjs',
  'amelia.config.json',
] as const
