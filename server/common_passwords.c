/* The passwords that are tried first, of those that are long enough: published lists of the
 * commonest, in the languages of our page, and what a visitor of this one would think of. */
/* SPDX-License-Identifier: MIT */
#include "server/password.h"
#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* clang-format off */
static const char *const common[] = {
    "00000000", "000000000", "0000000000", "0123456789", "0987654321", "10203040",
    "11111111", "111111111", "1111111111", "11223344", "1122334455", "112233445566",
    "12121212", "123123123", "123321123", "12341234", "1234512345", "12345678", "123456789",
    "1234567890", "12345678910", "13131313", "147258369", "147852369", "159753456",
    "1q2w3e4r", "1q2w3e4r5t", "1q2w3e4r5t6y", "1qaz2wsx", "20202020", "22222222",
    "31415926", "55555555", "66666666", "741852963", "77777777", "87654321", "88888888",
    "987654321", "9876543210", "99999999", "a1234567", "a12345678", "a1b2c3d4", "aa123456",
    "aaaaaaaa", "aabbccdd", "abc12345", "abc123456", "abcabcabc", "abcd1234", "abcdefg1",
    "abcdefgh", "admin123", "admin1234", "admin12345", "adminadmin", "administrator",
    "arsenal1", "asdf1234", "asdfasdf", "asdfghjk", "asdfghjkl", "autumn2024", "azerty123",
    "azertyuiop", "baseball", "baseball1", "basketball", "batman123", "bayern123",
    "blink182", "boardgame", "boardgames", "bonjour1", "bonjour123", "butterfly",
    "camille1", "changeme", "changeme1", "charlie1", "checkmate", "chelsea1", "chess123",
    "chocolate", "chouchou", "computer", "computer1", "computer123", "cookie123",
    "coucou123", "december1", "default1", "deutschland", "diamond1", "doudou123",
    "dragon123", "elephant", "facebook", "facebook1", "football", "football1", "football10",
    "fortnite1", "fussball", "fussball1", "geheim123", "google123", "guest123", "hallo123",
    "hallo1234", "hallohallo", "hello123", "hello1234", "hello12345", "hellohello",
    "ichliebedich", "iloveyou", "iloveyou!", "iloveyou1", "iloveyou2", "internet",
    "january1", "jennifer", "jessica1", "jetaime1", "jetaime123", "jordan23", "letmein1",
    "letmein123", "linkedin", "liverpool", "loulou123", "lovelove", "loveme123",
    "marseille", "master123", "metallica", "michael1", "michelle", "minecraft", "monkey123",
    "motdepasse", "motdepasse1", "motdepasse123", "nicolas1", "p@ssw0rd", "p@ssword",
    "passw0rd", "password", "password!", "password1", "password12", "password123",
    "password1234", "password2023", "password2024", "password2025", "password2026",
    "passwort", "passwort1", "passwort123", "petteia1", "petteia123", "petteiapetteia",
    "pokemon1", "pokemon123", "princess", "princess1", "q1w2e3r4", "q1w2e3r4t5",
    "qazwsxedc", "qwer1234", "qwerty12", "qwerty123", "qwerty1234", "qwerty12345",
    "qwerty123456", "qwertyui", "qwertyuiop", "qwertyuiop123", "qwertz123", "qwertzui",
    "qwertzuiop", "root1234", "rootroot", "samsung1", "schalke04", "schatz123", "secret123",
    "secretsecret", "shadow123", "slipknot", "soleil123", "sommer123", "sommer2023",
    "sommer2024", "spiderman", "spring2024", "starwars", "starwars1", "summer2023",
    "summer2024", "summer2025", "sunshine", "sunshine1", "superman", "superman1",
    "test1234", "test12345", "testing123", "testtest", "trustno1", "welcome1", "welcome123",
    "whatever", "whatever1", "willkommen", "willkommen1", "winter123", "winter2023",
    "winter2024", "winter2025", "zaq12wsx", "zaq1zaq1", "zxcvbnm1", "zxcvbnm123",
};
/* clang-format on */

bool password_is_common(const char *password) {
    char small[PASSWORD_MOST + 1];
    size_t n = 0;
    for (; password[n] && n < PASSWORD_MOST; n++)
        small[n] = (char)tolower((unsigned char)password[n]);
    small[n] = 0;
    bool same = true; /* "aaaaaaaa" */
    for (size_t i = 1; i < n; i++) same &= small[i] == small[0];
    for (size_t i = 0; i < sizeof common / sizeof *common && !same; i++)
        same = strcmp(common[i], small) == 0;
    return same;
}
