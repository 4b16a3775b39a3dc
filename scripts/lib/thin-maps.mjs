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
        file.contents = new globalThis.TextEncoder().encode(JSON.stringify({ ...map, names: [], mappings }))
      }
    })
  },
})

/** Leaves out each segment whose line of the source is that of the segment before it. */
export const thinMappings = (lines) => {
  let last = ''
  return lines.map((segments) =>
    segments.flatMap(([column, source, line, sourceColumn], index) => {
      if (source === undefined) return []
      const place = `${source}:${line}`
      if (index > 0 && place === last) return []
      last = place
      return [[column, source, line, sourceColumn]]
    }),
  )
}
