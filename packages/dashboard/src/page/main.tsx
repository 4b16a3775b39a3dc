import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Dashboard } from '../lib/dashboard/dashboard.tsx'
import { EmptyState } from '../lib/part/empty-state.tsx'
import '../style.css'
import './page.css'
import { connect } from './connect.ts'
import { readLogin, runFragment } from './read-login.ts'
import { redeemCode } from './redeem-code.ts'

const base = new URL('.', location.href).href
const key = `amelia:${base}`
const root = createRoot(document.getElementById('page')!)
const show = (content: ReactNode): void => root.render(<StrictMode>{content}</StrictMode>)
const alone = (title: string, text: string): ReactNode => (
  <main className="amelia amelia-alone">
    <h1 className="amelia-hidden">Amelia</h1>
    <EmptyState title={title}>{text}</EmptyState>
  </main>
)

const name = (runId: string): void => {
  history.replaceState(null, '', location.pathname + location.search + runFragment(runId))
}

const setTitle = (title: string): void => {
  document.title = title === 'Amelia' ? title : `${title} - Amelia`
}

/** Reads the login, keeps it for the tabs of this browser, and removes it from the address. */
const open = async (): Promise<void> => {
  const { token: given, code, runId } = readLogin(location.hash)
  history.replaceState(null, '', location.pathname + location.search + runFragment(runId))
  const token = given ?? (code === undefined ? localStorage.getItem(key) : await redeemCode(base, code))
  if (token === null)
    return show(alone('This page needs its token', 'Open the address that amelia ui prints in the terminal.'))
  localStorage.setItem(key, token)
  show(
    <Dashboard
      source={connect(base, () => localStorage.getItem(key) ?? token)}
      runId={runId}
      onSelect={name}
      onTitle={setTitle}
    />,
  )
}

open().catch((error: unknown) =>
  show(alone('The dashboard cannot be opened', error instanceof Error ? error.message : String(error))),
)
// Another address in this tab, such as a new token.
addEventListener('hashchange', () => {
  const { token, code } = readLogin(location.hash)
  if (token !== undefined || code !== undefined) location.reload()
})
