/**
 * The first 12 characters of a commit's id: enough for git to find it, and for a narrow terminal to show it.
 */
export const shortId = (commit: string | undefined): string => (commit ?? '').slice(0, 12)
