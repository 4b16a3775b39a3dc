import type { PlanIssue } from '@amelia/core'
import { type ReactNode, type Ref, useId, useImperativeHandle, useMemo, useRef } from 'react'
import { lineRange } from './line-range.ts'

/** Controls a {@link PlanEditor}. */
export interface PlanEditorHandle {
  /** Selects a line and scrolls to it. Lines count from 1. */
  show(line: number): void
}

interface PlanEditorProps {
  ref: Ref<PlanEditorHandle>
  text: string
  onChange: (text: string) => void
  /** Called with Ctrl+Enter. */
  onCheck: () => void
  /** The issues of the text, for the gutter. */
  issues: readonly PlanIssue[]
  /** The id of the element that counts the issues. */
  describedBy: string
}

/** The height of a line in pixels. */
const lineHeight = 20
/** The space above the first line. */
const top = 10
/** More lines are not marked. */
const mostMarks = 500

/** A text with line numbers, and its issues beside their lines. */
export const PlanEditor = ({
  ref,
  text,
  onChange,
  onCheck,
  issues,
  describedBy,
}: PlanEditorProps): ReactNode => {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const gutter = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => text.split(/\r\n|\r|\n/).length, [text])
  const numbers = useMemo(() => Array.from({ length: lines }, (_, index) => index + 1).join('\n'), [lines])
  const marks = useMemo(() => markLines(issues, lines), [issues, lines])
  const follow = (): void => {
    if (gutter.current && field.current)
      gutter.current.style.transform = `translateY(${-field.current.scrollTop}px)`
  }
  useImperativeHandle(ref, () => ({
    show(line) {
      const { current } = field
      if (!current) return
      const { from, to } = lineRange(current.value, line)
      current.focus()
      current.setSelectionRange(from, to)
      current.scrollTop = Math.max(0, (line - 3) * lineHeight)
    },
  }))
  return (
    <div className="amelia-editor">
      <label className="amelia-hidden" htmlFor={id}>
        Plan
      </label>
      <div className="amelia-editor-gutter" aria-hidden="true">
        <div ref={gutter}>
          <pre>{numbers}</pre>
          {marks.map(({ line, severity, title }) => (
            <span
              key={line}
              data-severity={severity}
              title={title}
              style={{ top: top + (line - 1) * lineHeight }}
            >
              {line}
            </span>
          ))}
        </div>
      </div>
      <textarea
        id={id}
        ref={field}
        value={text}
        wrap="off"
        spellCheck={false}
        aria-describedby={describedBy}
        placeholder="Paste a plan, or drop a file here"
        onScroll={follow}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onCheck()
        }}
      />
    </div>
  )
}

interface Mark {
  line: number
  severity: PlanIssue['severity']
  title: string
}

/** Joins the issues of each line of a text; errors come before warnings. */
const markLines = (issues: readonly PlanIssue[], lines: number): Mark[] => {
  const marks = new Map<number, Mark>()
  for (const { line, severity, message } of issues) {
    if (line < 1 || line > lines) continue
    const before = marks.get(line)
    marks.set(line, {
      line,
      severity: severity === 'error' || before?.severity === 'error' ? 'error' : 'warning',
      title: before ? `${before.title}\n${message}` : message,
    })
  }
  return [...marks.values()].slice(0, mostMarks)
}
