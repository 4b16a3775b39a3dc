/** The folder of the code that runs: in a build, all of it. */
const ownFolder = new URL('./', import.meta.url).href

/**
 * Explains an error after which Amelia may be unable to load more of its code, in a message and a next step.
 * Returns undefined for other errors.
 */
export const explainLoadFailure = (
  error: unknown,
  folder = ownFolder,
): { message: string; advice: string } | undefined => {
  if (!(error instanceof Error)) return undefined
  const { code, url } = error as NodeJS.ErrnoException & { url?: string }
  if (code === 'EMFILE' || code === 'ENFILE')
    return {
      message: `Too many files are open: ${error.message}.`,
      advice: 'Raise the limit (ulimit -n 4096), or lower --concurrency.',
    }
  if (code === 'ERR_MODULE_NOT_FOUND' && url?.startsWith(folder))
    return {
      message: 'The package of Amelia was updated or removed while this command ran.',
      advice: 'Repeat the command.',
    }
  return undefined
}
