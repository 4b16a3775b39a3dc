/** Folds a path as file systems do that ignore case or Unicode composition. */
export const foldName = (path: string): string => path.normalize('NFC').toLowerCase()
