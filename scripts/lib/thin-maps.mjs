import { decode, encode } from '@jridgewell/sourcemap-codec'

/**
 * Reduces source maps to what stack traces and breakpoints need: the line of each statement. A full map also
 * has the column of each name, and is larger than its code.
 */
export const thinMaps = () => ({
  name: 'thin-maps',
  setup(build) {
    build.onEnd(({ outputFiles = [] }) => {
      for (const file of outputFiles) {
        if (!file.path.endsWith('.map')) continue
        const map = JSON.parse(file.text)
        const mappings = encode(thinMappings(decode(map.mappings)))
        const thin = { ...map, ...splitRoot(map.sources), names: [], mappings }
        file.contents = new globalThis.TextEncoder().encode(JSON.stringify(thin))
      }
    })
  },
})

/** Writes the folder that all sources are in only once. */
export const splitRoot = (sources) => {
  const [first = ''] = sources
  const parts = first.split('/').slice(0, -1)
  const roots = parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`)
  const sourceRoot = roots.findLast((root) => sources.every((source) => source.startsWith(root)))
  return sourceRoot === undefined
    ? { sources }
    : { sourceRoot, sources: sources.map((source) => source.slice(sourceRoot.length)) }
}

/**
 * Leaves out each segment whose line of the source is that of the segment before it, and the columns of the
 * source.
 */
export const thinMappings = (lines) => {
  let last = ''
  return lines.map((segments) =>
    segments.flatMap(([column, source, line], index) => {
      if (source === undefined) return []
      const place = `${source}:${line}`
      if (index > 0 && place === last) return []
      last = place
      return [[column, source, line, 0]]
    }),
  )
}
