import { describe, expect, it } from 'vitest'
import { languageOf } from './language-of.ts'

describe('WF-03 the language of a text', () => {
  it.each([
    ['en', 'Fix the login bug'],
    ['en', 'Add a retry to the upload'],
    ['en', 'Implement OAuth login with refresh tokens and write tests for the session store'],
    ['en', 'GET /users returns 500 when the name is null'],
    ['en', 'Add Chinese 中文 labels to the menu'],
    ['en', 'Rename config key'],
    ['de', 'Füge eine Wiederholung zum Upload hinzu'],
    ['de', 'Fehler beim Anmelden beheben'],
    ['de', 'Der Login-Button soll beim Klick einen Spinner zeigen'],
    ['de', 'Bitte die Tests in packages/core/src/a.ts nicht ändern'],
    ['fr', 'Ajoute un bouton de connexion'],
    ['fr', 'Corriger le bug de connexion'],
    ['fr', 'L’utilisateur doit pouvoir se déconnecter'],
    ['es', 'Añade un botón de inicio de sesión'],
    ['es', 'Corrige el error de inicio de sesión'],
    ['es', 'Los usuarios deben poder cambiar su contraseña'],
    ['zh', '登录按钮'],
    ['zh', '给 UserService 添加 retry 逻辑和 exponential backoff'],
    ['zh', '修复登录页面的错误'],
    ['ja', 'ログインボタンを追加'],
    ['ja', 'READMEの誤字を修正してください'],
    ['ko', '로그인 버튼 추가'],
    ['ko', 'API 응답에 total 필드를 추가해 주세요'],
  ])('%s: %s', (language, text) => expect(languageOf(text)).toBe(language))

  it.each([
    ['it', 'Aggiungi un pulsante di accesso'],
    ['pt', 'Adicionar botão de login'],
    ['nl', 'Voeg een knop toe aan de pagina'],
    ['pl', 'Dodaj przycisk logowania'],
    ['ru', 'Добавь повтор загрузки'],
    ['sv', 'Lägg till en knapp för inloggning'],
    ['tr', 'Giriş sayfasına bir düğme ekle'],
    ['id', 'Tambahkan tombol masuk ke halaman'],
    ['vi', 'Thêm nút đăng nhập'],
    ['ar', 'أضف زر تسجيل الدخول'],
  ])('another than ours is not taken for one of ours: %s: %s', (language, text) =>
    expect(languageOf(text)).toBe(language),
  )

  it.each(['', '  ', 'ok', 'parse csv', 'src/index.ts', '`für die`', '12345', '😀'])(
    'a text that does not tell: %j',
    (text) => expect(languageOf(text)).toBeNull(),
  )

  it('a long text is judged by its beginning', () => {
    expect(languageOf('x'.repeat(1_000_000))).toBeNull()
    expect(languageOf(`${'Füge einen Test hinzu. '.repeat(200)}${'the of and '.repeat(100_000)}`)).toBe('de')
  })
})
