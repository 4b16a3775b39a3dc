/** The vendor's package, and the version of it that this driver was tried with. */
export const sdkName = '@anthropic-ai/claude-agent-sdk'
export const sdkVersion = '0.3.330'

/** What to do when the package is not there. */
export const sdkHint = `Install it beside @amelia/driver-claude: npm install ${sdkName}@${sdkVersion} (about 430 MB, it brings the program).`
