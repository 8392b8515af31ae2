/** Owns what a workflow says in Spanish. */

import type { PathWords } from '../../../text/path-words.ts'
import type { WorkflowTexts } from './texts.ts'

const paths: PathWords = {
  empty: (subject) => `${subject} no puede estar vacío.`,
  unc: (subject) => `No se permiten rutas UNC: ${subject}`,
  absolute: (subject) => `${subject} debe ser una ruta relativa.`,
  'dot-dot': (subject) => `${subject} no debe contener '..'.`,
  control: (subject) => `${subject} no debe contener caracteres de control ni invisibles.`,
  'look-alike': (subject) =>
    `${subject} no debe contener caracteres parecidos a puntos, barras o dos puntos.`,
  'too-long': (subject) => `${subject} es demasiado largo.`,
  device: (subject) => `${subject} no debe contener un nombre de dispositivo.`,
  git: (subject) => `${subject} debe estar fuera de .git/.`,
  reserved: (subject) => `${subject} empieza con un nombre de directorio reservado.`,
  docs: (subject) => `${subject} dentro de docs/ debe ser docs/harness/...`,
  'own-folder': (subject) => `${subject} debe estar fuera de .harness/, docs/harness/ y memory/.`,
  scope: (subject) => `${subject} está fuera del alcance.`,
  link: (subject) => `${subject} sale del repositorio a través de un enlace.`,
  slug: (subject) => `${subject} no termina con la carpeta de una tarea.`,
}

export const spanish: WorkflowTexts = {
  gates: {
    mode: {
      header: 'Modo',
      question: 'Elija el modo del flujo de trabajo:',
      choices: {
        standard: {
          label: 'standard (recomendado)',
          leadsTo: '2 especialistas analizan y se sintetiza. ~1,5x tokens. Profundidad equilibrada',
        },
        single: {
          label: 'single',
          leadsTo: '1 agente. Rápido, ahorra tokens. Ideal para tareas sencillas',
        },
        multi: {
          label: 'multi',
          leadsTo: '3 especialistas y crítica cruzada. ~2-2,5x tokens. El análisis más profundo',
        },
      },
    },
    model: {
      header: 'Modelo',
      question: 'Elija la configuración de modelos para los subagentes:',
      again: (given) =>
        `«${given}» no es una configuración de modelos. Escriba executor:<model>,advisor:<model>,evaluator:<model> con opus, sonnet o haiku:`,
      choices: {
        default: { label: 'default', leadsTo: 'Hereda el modelo principal, sin cambios' },
        'all-opus': { label: 'all-opus', leadsTo: 'Todos los subagentes usan Opus (máxima calidad)' },
        balanced: {
          label: 'balanced (recomendado)',
          leadsTo: 'Sonnet ejecuta, Opus aconseja y evalúa (buena relación coste-calidad)',
        },
        economy: {
          label: 'economy',
          leadsTo: 'Haiku ejecuta, Sonnet aconseja y evalúa (máximo ahorro)',
        },
        other: {
          label: 'Otra',
          leadsTo: 'Escríbala usted: executor:<model>,advisor:<model>,evaluator:<model>',
        },
      },
    },
    conventions: {
      header: 'Análisis de convenciones',
      question:
        'No se encontró un CLAUDE.md completo. ¿Analizar el código para detectar las convenciones del proyecto (BD, API, estructura de archivos, patrones de pruebas)? Ayuda a que el plan siga los patrones existentes.',
      choices: {
        scan: {
          label: 'Analizar',
          leadsTo: 'Ejecuta el subagente que analiza las convenciones (una llamada)',
        },
        skip: { label: 'Omitir', leadsTo: 'Continúa sin datos de convenciones' },
      },
    },
    scanMissing: {
      header: 'Falló el análisis de convenciones',
      question: 'El análisis terminó, pero no se encuentra su archivo de salida. ¿Reintentar u omitir?',
      choices: {
        retry: { label: 'Reintentar', leadsTo: 'Vuelve a ejecutar el análisis' },
        skip: { label: 'Omitir', leadsTo: 'Continúa sin convenciones' },
      },
    },
    spec: {
      header: 'Especificación',
      question:
        'Revise la especificación de arriba. La implementación consume muchos tokens. Confirme para continuar.',
      choices: {
        proceed: { label: 'Continuar', leadsTo: 'Empieza la implementación tal como se especifica' },
        modify: { label: 'Modificar', leadsTo: 'Edite la especificación y confírmela de nuevo' },
        stop: { label: 'Detener', leadsTo: 'Detiene el flujo de trabajo' },
      },
    },
    verify: {
      header: 'Verificación',
      question: (attempts, summary) =>
        `La verificación mecánica falló después de ${attempts} intentos. ${summary}`,
      choices: {
        'auto-fix': {
          label: 'Propuesta de corrección automática',
          leadsTo: 'La IA (Opus) analiza el fallo y propone un diff mínimo (un solo intento)',
        },
        continue: {
          label: 'Continuar con la evaluación',
          leadsTo: 'Omite los problemas de verificación restantes y pasa a QA',
        },
        stop: {
          label: 'Detener',
          leadsTo: 'Se detiene para una intervención manual. Revise verify_report.md',
        },
      },
    },
    autofix: {
      header: 'Corrección automática',
      question: (confidence) =>
        `Hay una corrección propuesta (confianza: ${confidence}). ¿Aplicar el parche?`,
      low: '⚠ Confianza baja — revise el diff con cuidado antes de aplicarlo.',
      choices: {
        apply: {
          label: 'Aplicar el parche',
          leadsTo:
            'Aplica el diff propuesto y repite la verificación de la capa 1 (no cuenta como reintento)',
        },
        reject: {
          label: 'Rechazar',
          leadsTo: 'Descarta la propuesta y vuelve a la pregunta anterior (sin corrección automática)',
        },
        stop: { label: 'Detener', leadsTo: 'Se detiene para una intervención manual' },
      },
    },
    layer2: {
      header: 'QA',
      question: (retries, items) =>
        `La verificación estructural (capa 2) falló después de ${retries} reintentos. ${items}`,
      choices: {
        fix: { label: 'Corregir', leadsTo: 'Ejecuta la siguiente ronda' },
        accept: { label: 'Aceptar como está', leadsTo: 'Termina sin corregir' },
      },
    },
    layer3: {
      header: 'QA',
      question: (summary) => `Resultado de QA: FAIL (capa 3). ${summary}`,
      unlayered: (summary) => `Resultado de QA: FAIL. ${summary}`,
      choices: {
        fix: { label: 'Corregir', leadsTo: 'Ejecuta la siguiente ronda para corregir los puntos con FAIL' },
        accept: { label: 'Aceptar como está', leadsTo: 'Termina sin corregir' },
      },
    },
    commit: {
      header: 'Commit',
      question: 'Implementación completa. Elija cómo terminar:',
      accepted: 'Aceptada con puntos fallidos. Elija cómo terminar:',
      failed: 'La tarea ha fallado: no supera QA. Elija cómo terminar:',
      choices: {
        code: {
          label: 'Commit solo del código (recomendado)',
          leadsTo: 'Limpia los artefactos y hace commit solo de los cambios del código',
        },
        all: { label: 'Commit de todo', leadsTo: 'Hace commit de todo, incluidos los artefactos' },
        none: {
          label: 'Sin commit',
          leadsTo: 'Limpia solo .harness/ y deja los cambios en el árbol de trabajo',
        },
      },
    },
    session: {
      header: 'Sesión',
      question: (status) => `Se detectó una sesión anterior. ${status} ¿Reanudar, reiniciar o detener?`,
      resume: (phase) => `Continúa desde «${phase}»`,
      choices: {
        resume: { label: 'Reanudar', leadsTo: 'Continúa donde se detuvo la sesión' },
        restart: { label: 'Reiniciar', leadsTo: 'Elimina .harness/ y empieza de nuevo' },
        stop: { label: 'Detener', leadsTo: 'Elimina .harness/ y se detiene' },
      },
    },
    conflict: {
      header: 'Conflicto de sesión',
      question: (skill) => `Existe una sesión de /${skill}. ¿Eliminarla e iniciar /workflow?`,
      choices: {
        delete: { label: 'Eliminar e iniciar', leadsTo: 'Elimina .harness/ y continúa con /workflow' },
        cancel: { label: 'Cancelar', leadsTo: 'Conserva la sesión existente y se detiene' },
      },
    },
    earlier: {
      header: 'Sesión (v1)',
      question: (status) =>
        `Se detectó una sesión anterior (v1). ${status} ¿Continuarla como versión 2 o abandonarla?`,
      choices: {
        continue: { label: 'Continuar', leadsTo: 'Continúa como versión 2, en la misma fase' },
        abandon: { label: 'Abandonar', leadsTo: 'Elimina .harness/ y se detiene' },
      },
    },
  },
  phases: {
    plan_ready: 'Planificación — lista',
    planning: 'Planificación — en curso',
    plan_done: 'Planificación — completa',
    generate_ready: 'Generación — lista',
    generating: 'Generación — en curso',
    generate_done: 'Generación — completa',
    verify_ready: 'Verificación — lista',
    verifying: 'Verificación — comprobaciones en curso',
    verify_done: 'Verificación — completa',
    evaluate_ready: 'Evaluación — lista',
    evaluating: 'Evaluación — en curso',
    evaluate_done: 'Evaluación — completa',
    completed: 'Completado',
  },
  labels: {
    task: 'Tarea',
    directory: 'Directorio',
    branch: 'Rama',
    mode: 'Modo',
    model: 'Modelo',
    verifier: 'Verificador',
    style: 'Estilo',
    phase: 'Fase',
    round: 'Ronda',
    language: 'Lenguaje',
    test: 'Pruebas',
    build: 'Compilación',
    lint: 'Lint',
    typeCheck: 'Tipos',
    scope: 'Alcance',
    output: 'Salida',
    result: 'Resultado',
  },
  none: 'ninguno',
  noLimit: '(sin límite)',
  lines: {
    started: '¡Tarea iniciada!',
    phase: (name) =>
      ({
        plan: 'Fase: planificación',
        generate: 'Fase: generación',
        verify: 'Fase: verificación (capa 1 — mecánica)',
        evaluate: 'Fase: evaluación (capas 2+3)',
      })[name],
    complete: (name) =>
      ({
        plan: 'Planificación completa.',
        generate: 'Generación completa.',
        verify: 'Verificación (capa 1) completa.',
        evaluate: 'Evaluación completa.',
      })[name],
    planWritten: (line) => `✓ Plan: ${line}`,
    reviewWritten: (line) => `✓ Revisión: ${line}`,
    codeWritten: (line) => `✓ Código: ${line}`,
    conventionsRich: 'Convenciones: se detectó CLAUDE.md (completo). Copiado a .harness/conventions.md',
    conventionsTaken: (from) => `Convenciones: tomadas de ${from}`,
    conventionsSkipped: 'Convenciones: omitidas.',
    conventionsScanned: 'Convenciones: analizadas y guardadas en .harness/conventions.md',
    proposals: (count) => `✓ ${count} propuestas generadas`,
    critiques: (count) => `✓ ${count} críticas cruzadas completadas`,
    reviews: (count) => `✓ Revisiones: ${count} asesores han terminado`,
    unparsedLine: '⚠ No se pudo interpretar la línea de respuesta — se toma la confianza Unknown',
    strayed: (role, files) => `⚠ ${role} cambió archivos que no le corresponden. Se han restaurado: ${files}`,
    unseenQuotes: (quotes) => `⚠ El informe de QA cita lo que no aparece en ninguna salida vista: ${quotes}`,
    noQuotes: '⚠ El informe de QA no cita ninguna prueba.',
    verifyRetry: (attempt, most, summary) =>
      `Verificación (capa 1) FAIL — se repite la generación (intento ${attempt}/${most})\n${summary}`,
    verifyMaxed: (most, summary, report) =>
      `Verificación (capa 1) FAIL — se alcanzó el máximo de reintentos (${most}/${most})\nÚltimo error: ${summary}\nVéase: ${report}`,
    pathExcluded: (path) => `⚠ Ruta no válida: ${path} — excluida de la entrada del proponente`,
    noPaths: '⚠ No hay rutas de archivo válidas — la entrada del proponente estará vacía',
    autofixModel: (model) => `ℹ Modelo de la corrección automática: ${model}`,
    emptyPatch: '⚠ El archivo del parche está vacío o no tiene ningún bloque diff — no se aplica',
    applying: (paths) => `Aplicando el parche a: ${paths}`,
    pathFailed: (path, why) => `✗ Ruta del diff no válida: ${why === null ? path : paths[why](path)}`,
    patchUnreadable: (detail) => `✗ El parche no se puede leer: ${detail}`,
    applyFailed: '⚠ No se pudo aplicar — se restauró el estado anterior.',
    autofixRejected: 'Propuesta de corrección automática rechazada.',
    autofixVerified: '✓ Corrección automática verificada: la capa 1 pasa.',
    autofixStopped: '✗ La corrección automática se aplicó, pero la capa 1 sigue fallando.',
    layer2Retry: (attempt, most, summary) =>
      `Evaluación FAIL (capa 2) — se repite la generación (intento ${attempt}/${most})\n${summary}`,
    layer2Maxed: (most, items) =>
      `Evaluación FAIL (capa 2) — se alcanzó el máximo de reintentos (${most}/${most})\nPuntos que fallan: ${items}`,
    qaPass: '✓ QA PASS — tarea completa.',
    maxRounds: (report) => `Se alcanzó el máximo de rondas. Los problemas restantes están en ${report}.`,
    modelFallback: (given) => `⚠ «${given}» no es una configuración de modelos. Se usa balanced.`,
    verifierCost: (model) =>
      `⚠ El verificador usa ${model} — coste alto para una verificación mecánica. Normalmente basta con haiku.`,
    noModelFor: (grade, provider) =>
      `⚠ No hay un modelo de ${provider} configurado para ${grade}; se usa su modelo predeterminado. Defina workflow.models.${provider}.${grade}.`,
    otherLanguage: (language) => `ℹ Todavía no hay textos en «${language}». Se usa el inglés.`,
    stageFailed: (file, reason) =>
      `⚠ No se pudo preparar ${file} para el commit: ${reason}. Puede que falte en el historial de git.`,
    deleting: (path) => `Eliminando ${path}`,
    keptInPlace: (docs) => `Los artefactos están en ${docs}`,
    specEdited: 'spec.md ha cambiado. Revísela de nuevo.',
    specMissing: (path) => `⚠ Falta ${path}. El plan se hace de nuevo.`,
    cleanUpRefused: (path, why) => `✗ Limpieza cancelada, no se eliminó nada: ${path} (${why})`,
    docsPathRefused: (path) => `⚠ El docs_path recuperado no es válido: ${path}`,
  },
  ends: {
    passed: '✓ Tarea completa: QA superado.',
    accepted: '⚠ Tarea terminada con puntos de QA fallidos, aceptada como está.',
    failed: (rounds) => `✗ Tarea fallida: QA sigue fallando después de ${rounds} rondas.`,
    stoppedAtSpec: 'El flujo de trabajo se detuvo en la especificación. No se escribió código.',
    stoppedAtVerify: (report) =>
      `El flujo de trabajo se detuvo para una intervención manual. Revise ${report}`,
    paused: (phase) => `Sesión en pausa: ${phase}. Puede terminar aquí y reanudarse después.`,
    nextStep: (command) => `Siguiente paso: ${command}`,
    switchTo: (branch) => `Cambiar a la rama: git switch ${branch}`,
    mergeIt: (branch) => `Fusionar la rama: git merge ${branch}`,
    committed: (branch) => `El commit está en la rama ${branch}. Verlo: git show ${branch}`,
    merged: (branch) => `✓ ${branch} fusionada`,
    notCommitted: (place) => `No se hizo ningún commit. Los cambios están en ${place}`,
    noArtifact: (role, path) => `✗ ${role} terminó sin escribir ${path}`,
    unseenQuotes: (role) => `✗ ${role} aprobó el cambio con citas de lo que nunca vio`,
    noSession: 'No hay ninguna sesión en este directorio.',
    kept: (task) => `La sesión conserva su propia tarea y sus opciones: ${task}`,
  },
  refusals: {
    emptyTask: 'La tarea está vacía. Escriba qué hay que hacer.',
    runPlanFirst: 'Ejecute primero plan',
    runGenerateFirst: 'Ejecute primero generate',
    runVerifyFirst: 'Ejecute primero verify',
    verifierModel: 'Valor de --verifier-model no válido. Permitidos: haiku, sonnet, opus.',
    stateUnreadable: (file) => `${file} no se puede leer como sesión. Repárelo o elimínelo.`,
    uncPath: 'No se permiten rutas UNC.',
    noTask: (command) => `${command} no admite una tarea: continúa la sesión.`,
    mergeInPlace:
      '--merge fusiona una copia de trabajo, y --in-place trabaja sin ella. Indique solo una de las dos opciones.',
    modelConfig: (given) =>
      `--model-config es ${given}. Debe ser un preajuste o executor:<grade>,advisor:<grade>,evaluator:<grade> con opus, sonnet o haiku.`,
    notOneOf: (flag, given, known) => `${flag} es ${given}. Debe ser uno de estos valores: ${known}.`,
    wholeNumber: (flag, given, most) => `${flag} es ${given}. Debe ser un número entero de 1 a ${most}.`,
    emptyOption: (flag) => `${flag} está vacío. Indique un valor u omita la opción.`,
    specOutside: (path, root) => `--spec indica ${path}, que no es un archivo dentro de ${root}.`,
  },
  troubles: {
    twoWords: {
      said: (other) => `La tarea debe ser una sola palabra para el shell: a su lado está ${other}.`,
      next: (command) => `Póngala entre comillas: ${command}`,
    },
    specMissing: {
      said: (path) => `--spec: ${path} no existe o está vacío.`,
      next: 'Indique una especificación dentro del repositorio, o cree una: harness spec "idea"',
    },
    branchExists: {
      said: (branch) => `Ya existe una rama ${branch} que el harness no creó.`,
      next: (command) => `Cámbiele el nombre o elimínela, por ejemplo: ${command}; después: harness resume`,
    },
    noCommits: {
      said: 'No había ningún commit al empezar la ejecución, así que no hay base para el nuevo.',
      next: 'Haga usted el commit del cambio: git add -A && git commit',
    },
    branchMoved: {
      said: (branch, wanted, actual) =>
        `La rama ${branch} debería estar en ${wanted}, pero está en ${actual}.`,
      next: (command) => `Guarde lo que se añadió allí y después restáurela: ${command}`,
      nowhere: 'ningún commit',
    },
    laneTaken: {
      said: (lane, used, branch) =>
        `La copia de trabajo ${lane} se usa para la rama ${used}, no para ${branch}.`,
      next: 'Cierre primero esa copia de trabajo; después: harness resume',
    },
  },
  details: {
    notInside: 'no es una ruta dentro del repositorio',
    throughLink: 'pasa por un enlace',
    patchThroughLink: (files) => `Pasa por un enlace: ${files}.`,
    patchEmpty: 'El parche no cambia nada.',
    patchLinks: (files) => `El parche crea, cambia o elimina un enlace o un submódulo: ${files}.`,
    patchTaken: (files) => `El parche cambia ${files}, que pertenece a las personas o al harness.`,
    noName: 'su última parte no es un nombre',
    reservedName: (name) => `${name} es un nombre reservado`,
    notBelow: 'no está debajo de otra carpeta',
    ownFolder: 'está en la carpeta del harness',
    notIn: (folder) => `no está en ${folder}`,
    recordsThere: 'allí están los registros de las ejecuciones',
    secret: 'contiene un secreto',
    mixed: (files) =>
      `${files} tenía cambios suyos sin commit al empezar la ejecución; no se distinguen de los de esta, así que el commit también los contiene`,
    stayed: (branch) =>
      `el directorio sigue en su rama, porque tenía otros cambios o fue movido; el commit está en ${branch}`,
  },
  paths,
}
