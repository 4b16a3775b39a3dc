// What the bash's gzip imports, where there is no zlib: its gzip then fails, and nothing else does.
const none = () => {
  throw new Error('There is no gzip here.')
}

export const constants = {}
export { none as gunzipSync, none as gzipSync }
