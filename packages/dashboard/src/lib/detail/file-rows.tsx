import { type ReactNode, useMemo, useState } from 'react'
import type { DiffHunk } from '../source/phase-details.ts'
import { diffRows, type DiffRow } from './diff-rows.ts'

/** The properties of {@link FileRows}. */
export interface FileRowsProps {
  path: string
  hunks: readonly DiffHunk[]
}

const pageOfRows = 500

const signs: Record<DiffRow['kind'], string> = { hunk: '', same: ' ', added: '+', deleted: '−', note: '' }
const words: Partial<Record<DiffRow['kind'], string>> = { added: 'added', deleted: 'deleted' }

/** The changed lines of one file, with line numbers. A long diff is shown in parts. */
export const FileRows = ({ path, hunks }: FileRowsProps): ReactNode => {
  const rows = useMemo(() => diffRows(hunks), [hunks])
  const [most, setMost] = useState(pageOfRows)
  const left = rows.length - most
  return (
    <div className="amelia-diff-scroll" tabIndex={0} role="region" aria-label={`Changes of ${path}`}>
      <table className="amelia-diff-lines">
        <tbody>
          {rows.slice(0, most).map((row, index) =>
            row.kind === 'hunk' ? (
              <tr key={index} data-kind="hunk">
                <td colSpan={4}>{row.text}</td>
              </tr>
            ) : (
              <tr key={index} data-kind={row.kind}>
                <td className="amelia-diff-number">{row.oldLine}</td>
                <td className="amelia-diff-number">{row.newLine}</td>
                <td className="amelia-diff-sign">
                  <span aria-hidden="true">{signs[row.kind]}</span>
                  {words[row.kind] !== undefined && <span className="amelia-hidden">{words[row.kind]}</span>}
                </td>
                <td className="amelia-diff-text">{row.text === '' ? ' ' : row.text}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {left > 0 && (
        <button type="button" className="amelia-diff-more" onClick={() => setMost(most + 2 * pageOfRows)}>
          Show {Math.min(left, 2 * pageOfRows)} more of {left} lines
        </button>
      )}
    </div>
  )
}
