/** The fields of the root's manifest that each released package gets. */
const fields = ['repository', 'homepage', 'bugs']

/** Whether a field contains a URL: `repository` and `bugs` may have it in an object. */
const hasUrl = (value) => URL.canParse(String(typeof value === 'object' ? value?.url : value))

/**
 * Returns `repository`, `homepage` and `bugs` of the root's manifest. Throws if one is not a URL: provenance
 * names the repository, and a package without these fields has no place for reports.
 */
export const readOrigin = (manifest) => {
  const missing = fields.filter((field) => !hasUrl(manifest[field]))
  if (missing.length > 0)
    throw new Error(
      `The root's package.json has no URL in ${missing.map((field) => `"${field}"`).join(', ')}. A release needs all of "repository", "homepage" and "bugs": set them there.`,
    )
  return Object.fromEntries(fields.map((field) => [field, manifest[field]]))
}
