import theme from 'vitepress/theme-without-fonts'
import SiteLayout from './SiteLayout.vue'
import StartPage from './StartPage.vue'
import './style.css'

export default {
  extends: theme,
  // Has a page for unknown addresses with a main landmark, which the theme's own has not.
  Layout: SiteLayout,
  // The layout of the start page, for the same reason.
  enhanceApp: ({ app }) => app.component('start-page', StartPage),
}
