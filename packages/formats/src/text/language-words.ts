/**
 * Owns the words and letters by which a short text in Latin script tells its language: words that hold sentences
 * together, and words in which people ask for a change. Languages without texts of ours are here to be told apart.
 */
export interface LanguageSigns {
  readonly words: ReadonlySet<string>
  /** A word with one of these letters counts too; null if the language has none of its own. */
  readonly letters: RegExp | null
}

const signs = (words: string, letters: RegExp | null): LanguageSigns => ({
  words: new Set(words.split(' ')),
  letters,
})

export const latinLanguages: Readonly<Record<string, LanguageSigns>> = {
  en: signs(
    'the a an and or of to in on for with without from by as at is are was be it its this that these when if then than not no all each every only should must can does do make makes add adds fix remove rename update change create implement support allow let show use write replace move handle please refactor after before into which who what how',
    null,
  ),
  de: signs(
    'der die das den dem des ein eine einen einem einer und oder nicht kein keine mit ohne von vom zu zum zur im in auf aus für bei beim nach vor wenn dann als wie ist sind wird werden soll sollen muss müssen kann können man sich auch nur alle jede jeder füge hinzu hinzufügen behebe beheben ändere ändern erstelle erstellen entferne entfernen schreibe lösche fehler datei dateien seite knopf bitte es sie ich wir nutzer verwende',
    /[ßäöü]/,
  ),
  es: signs(
    'el la los las un una unos unas y o no con sin de del al en por para que se si cuando como es son está están debe deben puede pueden su sus lo más todos todas cada solo añade añadir agrega agregar corrige corregir crea crear elimina eliminar cambia cambiar haz permite usa usar archivo archivos página botón usuario usuarios fallo pruebas prueba también desde hasta',
    /[ñ¿¡]/,
  ),
  fr: signs(
    'le la les l un une des du de d et ou ne pas avec sans en dans sur pour par que qu qui si quand comme est sont doit doivent peut peuvent son sa ses ce cette ces il elle on au aux plus tous toutes chaque ajoute ajouter ajoutez corrige corriger corrigez crée créer supprime supprimer modifie modifier fais permets utilise utiliser fichier fichiers bouton utilisateur utilisateurs erreur lors depuis',
    /[œêèîûç]/,
  ),
  it: signs(
    'il lo la i gli le un uno una e o non con senza di del della dei delle al alla in nel nella su per che se quando come è sono deve devono può possono suo ogni tutti solo aggiungi aggiungere correggi correggere crea creare rimuovi modifica pulsante utente utenti errore anche',
    /[ìò]/,
  ),
  pt: signs(
    'o a os as um uma e ou não com sem de do da dos das ao em no na nos nas por para que se quando como é são deve devem pode podem seu sua cada todos só adicione adicionar corrija corrigir crie criar remova remover altere botão usuário usuários erro arquivo também',
    /[ãõ]/,
  ),
  nl: signs(
    'de het een en of niet geen met zonder van voor naar op aan bij uit in als wanneer dan is zijn wordt moet moeten kan kunnen ook alleen alle elke voeg toe toevoegen verwijder wijzig maak maken fout bestand knop pagina gebruiker gebruikers dat die te om',
    null,
  ),
  pl: signs(
    'i lub nie z bez do dla na w we po przy jest są gdy jeśli jak co to że się oraz każdy tylko dodaj dodać napraw naprawić usuń usunąć zmień utwórz błąd plik przycisk użytkownik użytkownika strona',
    /[łąęśżźń]/,
  ),
  sv: signs(
    'och eller inte med utan av till för på i en ett den det de som när om är ska kan måste alla varje bara lägg skapa ändra rätta knapp fil fel användare sidan från',
    /å/,
  ),
  tr: signs(
    've veya ile için bir bu şu değil olarak daha her tüm ekle ekleyin düzelt kaldır değiştir oluştur hata dosya buton kullanıcı sayfa sayfası olmalı gibi ne da',
    /[ığş]/,
  ),
  id: signs(
    'yang dan atau tidak dengan tanpa dari ke di untuk pada jika ketika adalah harus dapat bisa semua setiap hanya tambahkan perbaiki hapus ubah buat tombol halaman pengguna berkas kesalahan',
    null,
  ),
  vi: signs(
    'và hoặc không với của cho từ khi nếu là các một những thêm sửa xóa nút trang người dùng lỗi tệp',
    /[ơưđạảấầẩậắằặẹẻẽếềểệỉịọỏốồổộớờởợụủứừửựỳỵỷỹ]/,
  ),
}
