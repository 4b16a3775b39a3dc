/** When the output has colours. */
export const colorModes = ['auto', 'always', 'never'] as const
