import type { DashboardPlace } from '../lib/dashboard/dashboard-place.ts'

/** Reads the place in the fragment of the page's address: `#run=...&view=...&phase=...&wide=1&find=...`. */
export const readPlace = (fragment: string): DashboardPlace => {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''))
  const read = (name: string): string | undefined => fields.get(name) || undefined
  return {
    ...{ runId: read('run'), view: read('view'), phaseId: read('phase'), search: read('find') },
    isWide: fields.has('wide') || undefined,
  }
}

/** Makes the fragment that names a place alone: an address without a login. */
export const placeFragment = ({ runId, view, phaseId, isWide, search }: DashboardPlace): string => {
  const fields = { run: runId, view, phase: phaseId, wide: isWide ? '1' : undefined, find: search }
  const known = Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return known.length === 0 ? '' : `#${new URLSearchParams(known).toString()}`
}
