/** The vendor's package, and the version of it that this driver was tried with. */
export const sdkName = '@openai/codex-sdk'
export const sdkVersion = '0.163.0'

/** What to do when the package is not there. */
export const sdkHint = `Install it beside @amelia/driver-openai: npm install ${sdkName}@${sdkVersion} (about 410 MB, it brings the program).`
