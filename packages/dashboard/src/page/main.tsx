import { type ReactNode, StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Dashboard } from '../lib/dashboard/dashboard.tsx'
import type { TitleMark } from '../lib/dashboard/title-of.ts'
import { EmptyState } from '../lib/part/empty-state.tsx'
import '../style.css'
import './page.css'
import { connect } from './connect.ts'
import { createNotifications } from './create-notifications.ts'
import { circle, drawIcon } from './draw-icon.ts'
import { NotifyButton } from './notify-button.tsx'
import type { DashboardPlace } from '../lib/dashboard/dashboard-place.ts'
import type { DashboardSource } from '../lib/source/dashboard-source.ts'
import { readLogin } from './read-login.ts'
import { placeFragment, readPlace } from './read-place.ts'
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

const usualIcon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? ''
/** The icons while a question waits, and after the end. */
const icons: Record<TitleMark, string> = {
  asks: drawIcon('M8 .8 15.2 8 8 15.2.8 8Z', '#c77700', 'M8 4.4v4.2M8 11v.3'),
  good: drawIcon(circle, '#17743f', 'M4.8 8.3 7 10.5l4.2-4.8'),
  bad: drawIcon(circle, '#b3263a', 'm5.4 5.4 5.2 5.2m0-5.2-5.2 5.2'),
}

const notifications = createNotifications()

const here = (): string => location.pathname + location.search

/** Writes a place into the address: as a step of the history, or in place of the current one. */
const write = (place: DashboardPlace, isStep: boolean): void => {
  const fragment = placeFragment(place)
  if (fragment === location.hash) return
  if (isStep) history.pushState(null, '', here() + fragment)
  else history.replaceState(null, '', here() + fragment)
}

const setTitle = (title: string, mark?: TitleMark): void => {
  document.title = title === 'Amelia' ? title : `${title} - Amelia`
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon) icon.href = mark ? icons[mark] : usualIcon
  notifications.show(title, mark)
}

/** The dashboard at the place of the address, which follows the history. */
const Page = ({ source }: { source: DashboardSource }): ReactNode => {
  const [place, setPlace] = useState(() => readPlace(location.hash))
  useEffect(() => {
    const follow = (): void => setPlace(readPlace(location.hash))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  return (
    <Dashboard
      {...{ source, place }}
      onPlace={write}
      hrefOf={placeFragment}
      onTitle={setTitle}
      aside={<NotifyButton {...{ notifications }} />}
    />
  )
}

/** Reads the login, keeps it for the tabs of this browser, and removes it from the address. */
const open = async (): Promise<void> => {
  const { token: given, code } = readLogin(location.hash)
  history.replaceState(null, '', here() + placeFragment(readPlace(location.hash)))
  const token = given ?? (code === undefined ? localStorage.getItem(key) : await redeemCode(base, code))
  if (token === null)
    return show(alone('This page needs its token', 'Open the address that amelia ui prints in the terminal.'))
  localStorage.setItem(key, token)
  show(<Page source={connect(base, () => localStorage.getItem(key) ?? token)} />)
}

open().catch((error: unknown) =>
  show(alone('The dashboard cannot be opened', error instanceof Error ? error.message : String(error))),
)
// Another address in this tab, such as a new token.
addEventListener('hashchange', () => {
  const { token, code } = readLogin(location.hash)
  if (token !== undefined || code !== undefined) location.reload()
})
