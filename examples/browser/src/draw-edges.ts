import type { Plan } from '@amelia/core'

const svg = (tag: string): SVGElement => document.createElementNS('http://www.w3.org/2000/svg', tag)

/**
 * Draws a line from each phase to its dependants, behind the cards, and again whenever the layout changes.
 * The cards contain the same information in words. `layers` contains the cards, `box` is their container.
 */
export const drawEdges = (
  { box, layers }: { box: HTMLElement; layers: HTMLElement },
  plan: Plan,
  cardOf: (id: string) => HTMLElement | undefined,
) => {
  const drawing = svg('svg')
  drawing.setAttribute('aria-hidden', 'true')
  box.prepend(drawing)
  const edges = plan.phases.flatMap(({ id, dependsOn }) => dependsOn.map((from) => ({ from, to: id })))
  const lay = (): void => {
    const isDown = getComputedStyle(layers).flexDirection === 'column'
    const paths = edges.flatMap(({ from, to }) => {
      const [start, end] = [cardOf(from), cardOf(to)]
      if (start === undefined || end === undefined) return []
      const path = svg('path')
      path.setAttribute('d', curveOf(start, end, isDown))
      path.dataset['from'] = from
      path.dataset['done'] = String(start.dataset['status'] === 'completed')
      return [path]
    })
    drawing.replaceChildren(...paths)
  }
  const observer = new ResizeObserver(lay)
  observer.observe(box)
  return {
    /** Marks the lines from a completed phase. */
    finish(id: string): void {
      for (const path of drawing.querySelectorAll<SVGElement>(`[data-from="${CSS.escape(id)}"]`))
        path.dataset['done'] = 'true'
    },
    stop: () => observer.disconnect(),
  }
}

/** From bottom to top if the layers are below each other, otherwise from right to left. */
const curveOf = (start: HTMLElement, end: HTMLElement, isDown: boolean): string => {
  if (isDown) {
    const [x, y] = [start.offsetLeft + start.offsetWidth / 2, start.offsetTop + start.offsetHeight]
    const [toX, toY] = [end.offsetLeft + end.offsetWidth / 2, end.offsetTop]
    const half = (y + toY) / 2
    return `M${x} ${y}C${x} ${half} ${toX} ${half} ${toX} ${toY}`
  }
  const [x, y] = [start.offsetLeft + start.offsetWidth, start.offsetTop + start.offsetHeight / 2]
  const [toX, toY] = [end.offsetLeft, end.offsetTop + end.offsetHeight / 2]
  const half = (x + toX) / 2
  return `M${x} ${y}C${half} ${y} ${half} ${toY} ${toX} ${toY}`
}
