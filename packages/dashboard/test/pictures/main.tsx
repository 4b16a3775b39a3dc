import { createRoot } from 'react-dom/client'
import { Dashboard } from '../../src/index.ts'
import '../../src/page/page.css'
import '../../src/style.css'
import { states } from './states.ts'

const query = new URLSearchParams(location.search)
const theme = query.get('theme') === 'dark' ? 'dark' : 'light'
const { source, runId } = await states[query.get('state') ?? 'parallel-phases']!()
createRoot(document.getElementById('page')!).render(<Dashboard {...{ source, runId, theme }} />)
