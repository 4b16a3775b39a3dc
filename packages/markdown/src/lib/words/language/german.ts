import type { Language } from './language.ts'

export const german: Language = {
  units: {
    phase: 'phasen',
    task: 'aufgaben?',
    step: 'schritte?n?',
    stage: 'etappen?, stufen?',
    milestone: 'meilensteine?',
    part: 'teil(?:aufgabe)?',
  },
  labels: {
    'depends on': 'abhängig von, hängt ab von, hängt von, blockiert (?:durch|von), benötigt, wartet auf',
    dependencies: 'abhängigkeit(?:en)?',
    prerequisites: 'voraussetzung(?:en)?',
    'parallel with': 'parallel (?:mit|zu)',
    status: 'zustand, stand, fortschritt',
    files: '(?:betroffene )?dateien?',
    id: 'nummer',
    name: 'titel, bezeichnung',
    description: 'beschreibung, inhalt',
    estimate: 'aufwand, schätzung',
  },
  values: {
    pending: 'offen|geplant|ausstehend',
    'in progress': 'in arbeit|läuft|begonnen|teilweise',
    done: 'erledigt|fertig|abgeschlossen',
    deferred: 'verschoben|zurückgestellt',
    cancelled: 'abgebrochen|verworfen|entfällt',
    none: 'keine?r?|nichts',
    all: 'alle',
  },
  criteria: '(?:abnahme|akzeptanz|erfolgs)kriterien, fertig wenn, erfolgsmessung',
  beside:
    'überblick|übersicht|einleitung|hintergrund, (?:nicht-)?ziele?, risiken, (?:offene )?fragen, anhang|referenzen|quellen, notizen|hinweise, ausblick|nicht betroffen|nicht im umfang',
}
