/**
 * What people choose most and attackers try first: words and patterns, lower case. Endings such as
 * digits and exclamation marks, and letters written as digits, are undone before looking here.
 */
const WORDS = `
password passwort passwords passwd pass passpass passme passcode secret secrets letmein letmein letme welcome
welcome login admin administrator root toor guest user username default changeme change test tester testing
testtest temp temporary demo example sample master mustang monkey dragon shadow superman batman spiderman
ironman wonderwoman pokemon pikachu naruto starwars startrek skywalker darthvader yoda matrix hello hellohello
helloworld goodbye whatever nothing something anything iloveyou ilove iloveu loveyou lovely loveme lover love
lovelove ilovegod ilovejesus jesus jesuschrist christ blessed angel angels princess prince queen king kingking
sunshine sunflower flower flowers rainbow butterfly summer winter spring autumn january february march april
june july august september october november december monday tuesday wednesday thursday friday saturday sunday
football soccer baseball basketball hockey tennis golf golfer cricket rugby liverpool arsenal chelsea barcelona
realmadrid juventus manchester united manutd ronaldo messi jordan lakers yankees cowboys steelers eagles
packers patriots redsox rangers michael michelle jessica jennifer ashley amanda daniel andrew joshua
matthew anthony robert thomas george charlie jordan hunter hannah nicole samantha elizabeth natalie sophie
olivia emma chloe maggie buster tigger ginger pepper cookie cookies chocolate cheese banana orange apple
strawberry cherry coffee pizza peanut snickers whiskey vodka corona budweiser guinness computer internet
google facebook instagram twitter youtube microsoft windows linux apple samsung iphone android nintendo
playstation xbox minecraft roblox fortnite gaming gamer game games freedom america england london paris
berlin canada mexico brasil argentina australia germany france italia spain india pakistan dallas chicago
boston newyork california texas florida hawaii money dollar dollars rich million lucky lucky7 casino poker
trustno1 trustno nopass nopassword mypassword mypass mysecret thepassword newpassword oldpassword
yourpassword password1password access access14 accessme security secure private system server service
computer1 database oracle cisco router qwerty qwertyuiop qwertyui qwert qwer qwertz azerty asdfgh asdfghjkl
asdfjkl asdf asdfasdf zxcvbn zxcvbnm zxcvb zxcv qazwsx qazwsxedc qweasd qweasdzxc qwezxc wasdwasd qwerqwer
qwertyqwerty qweqwe asdasd zxczxc abcabc abcd abcdef abcdefg abcdefgh abc xyz aaa aabbcc ninja samurai
killer hacker hackers warrior phoenix falcon tiger tigers lion lions panther wolf wolves bear bears eagle
hawk snake spider scorpion dolphin dolphins horse horses puppy kitty kitten doggy mickey minnie donald
goofy garfield snoopy simpsons scooby scoobydoo bond jamesbond porsche ferrari mercedes corvette camaro
harley yamaha honda toyota suzuki ducati mustang1 diamond golden silver crystal purple yellow orange1 red
green blue black white pink magic merlin wizard gandalf frodo hobbit zelda mario luigi sonic metallica
nirvana slipknot eminem beatles elvis madonna rihanna beyonce music guitar piano drummer rocknroll sexy
sexsex fuckyou fuckoff fuckme asshole bitch pussy bigdick hottie babygirl babyboy baby babe honey sweetie
sweet sweetheart darling forever always family friends friend mother father mommy daddy sister brother
grandma junior senior student teacher school college university soldier marine army navy airforce captain
sergeant police firefighter doctor nurse lawyer pastor heaven church amazing awesome perfect beautiful
happy smile smiley peace hope faith trust believe dream dreams dreamer destiny victory winner champion
champ number numberone onelove onetwothree number1 thomas1 joseph william richard charles christian
christopher benjamin alexander alexandra sandra patricia barbara victoria veronica vanessa melissa monica
jasmine amber crystal tiffany brittany courtney stephanie danielle rachel rebecca sarah laura maria marina
carlos miguel fernando alejandro francisco antonio roberto ricardo eduardo sebastian santiago valentina
estrella amor teamo tequiero mariposa princesa hermosa contrasena contrasenya senha motdepasse soleil
bonjour doudou loulou chouchou marseille hallo hallohallo schatz sommer ficken geheim passwort1 wachtwoord
welkom haslo polska salasana lozenord losenord parola heslo jelszo privet lyubov nikita sakura doraemon
password01 p4ssword drowssap asdfqwer adgjmp poiuyt poiuytrewq lkjhgfdsa mnbvcxz ytrewq zaqwsx zaqxsw xsw
zaq cde1qaz 1qaz2wsx 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3 q1w2e3r4 q1w2e3r4t5 1qazxsw2 zaq12wsx zaq1xsw2 qwe123
asd123 zxc123 123qwe 123asd 123abc abc123 a1b2c3 a1b2c3d4 1a2b3c 1a2b3c4d aa123456 a12345 a123456 123456a
123654 147258 147258369 159357 159753 741852963 789456 789456123 963852741 987654321 102030 101010 112233
11223344 1122334455 121212 123123 123123123 12341234 123321 12344321 1234554321 131313 142536 151515 159951
202020 212121 222333 232323 242424 246810 252525 313131 323232 369369 420420 456123 456456 456789 505050
520520 5201314 1314520 654321 696969 69696969 753951 777888 789789 818181 852456 858585 909090 987987 998877
007007 010101 010203 020202 090909 098765 0987654321 123698745 12369874 147147 147852 147896325 1478963
258456 258258 321321 321654 333666 444555 514514 555666 666777 666999 741741 741852 753159 789123 852852 951753
963963 999888 19841984 19851985 20002000 20202020 fuckthis access1 blink182 ncc1701 thx1138 bond007 agent007 007bond rush2112
matrix1 jordan23 michael1 gizmo cowboy cowboys1 bulldog bulldogs scooter tucker rocky rockyou maverick
apollo zeus hercules thunder lightning storm hurricane tornado ocean beach surfer skater snowboard
freddy jason chucky godzilla kingkong terminator predator alien aliens gladiator spartan spartacus
trinity genesis exodus psalm23 john316 matthew1 jeremiah jehovah allah muhammad mohammed bismillah krishna
ganesh omsairam sairam shiva india123 pakistan1 bangladesh indonesia filipino vietnam
`;

const COMMON = new Set(WORDS.split(/\s+/).filter(Boolean));

const ROWS = [
	"abcdefghijklmnopqrstuvwxyz",
	"01234567890",
	"qwertyuiop",
	"asdfghjkl",
	"zxcvbnm",
	"qwertzuiop",
	"azertyuiop",
	"1qaz2wsx3edc4rfv5tgb6yhn7ujm",
].flatMap((row) => [row, [...row].reverse().join("")]);

/** One short sequence repeated, such as `aaaaaa` or `abcabc`. */
function repeats(text: string): boolean {
	return /^(.{1,4})\1+$/.test(text) && new Set(text).size <= 4;
}

const LOOKALIKES: Readonly<Record<string, string>> = {
	"0": "o",
	"1": "i",
	"3": "e",
	"4": "a",
	"5": "s",
	"7": "t",
	"@": "a",
	$: "s",
	"!": "i",
};

/** The forms of a password with its usual disguises undone. */
function undisguised(password: string): string[] {
	const bare = password.replace(/[\d\W_]{1,4}$/, "");
	const plain = (text: string) => text.replace(/[013457@$!]/g, (char) => LOOKALIKES[char] ?? char);
	return [password, bare, plain(password), plain(bare)];
}

/**
 * Returns true for passwords that attackers try first: the most common ones with their usual disguises,
 * rows of the keyboard, repetitions, and the account's own e-mail address or product's name.
 */
export function isGuessable(password: string, about: readonly string[] = []): boolean {
	const lower = password.normalize("NFKC").toLowerCase();
	if (repeats(lower) || ROWS.some((row) => row.includes(lower))) return true;
	const forms = undisguised(lower);
	if (forms.some((form) => COMMON.has(form))) return true;
	return about
		.flatMap((text) => [text, text.split("@")[0] ?? ""])
		.map((text) => text.toLowerCase())
		.some((text) => text.length >= 4 && forms.includes(text));
}
