import type { Plan } from '@amelia/core'

const svg = (tag: string): SVGElement => document.createElementNS('http://www.w3.org/2000/svg', tag)

/**
 * Draws a line from each phase to those that build on it, behind the cards, and again whenever the cards are laid out anew. The cards say
 * the same in words. `box` is what the cards are placed in.
 */
export const drawEdges = (box: HTMLElement, plan: Plan, cardOf: (id: string) => HTMLElement | undefined) => {
  const drawing = svg('svg')
  drawing.setAttribute('aria-hidden', 'true')
  box.prepend(drawing)
  const edges = plan.phases.flatMap(({ id, dependsOn }) => dependsOn.map((from) => ({ from, to: id })))
  const lay = (): void => {
    const paths = edges.flatMap(({ from, to }) => {
      const [start, end] = [cardOf(from), cardOf(to)]
      if (start === undefined || end === undefined) return []
      const path = svg('path')
      path.setAttribute('d', curveOf(start, end))
      path.dataset['from'] = from
      path.dataset['done'] = String(start.dataset['status'] === 'completed')
      return [path]
    })
    drawing.replaceChildren(...paths)
  }
  const observer = new ResizeObserver(lay)
  observer.observe(box)
  return {
    /** A phase is there: the lines from it say so. */
    finish(id: string): void {
      for (const path of drawing.querySelectorAll<SVGElement>(`[data-from="${CSS.escape(id)}"]`))
        path.dataset['done'] = 'true'
    },
    stop: () => observer.disconnect(),
  }
}

/** From right to left where the cards are beside each other, from bottom to top where they are below. */
const curveOf = (start: HTMLElement, end: HTMLElement): string => {
  const isBelow =
    end.offsetTop >= start.offsetTop + start.offsetHeight &&
    end.offsetLeft < start.offsetLeft + start.offsetWidth
  if (isBelow) {
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
