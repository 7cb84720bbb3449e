/**
 * SAMPLE CONTENT. Invented voices and numbers that show what will stand on the landing page. The
 * page labels them as examples and leaves the section out unless the variable SHOW_TESTIMONIALS is "true".
 * Replace them by real ones before that.
 */
type TestimonialContent = {
	testimonials: readonly { text: string; name: string; work: string }[];
	metrics: readonly { value: string; name: string }[];
};

export const testimonialContent: Readonly<Record<"en" | "es", TestimonialContent>> = {
	en: {
		testimonials: [
			{
				text: "I send one link after the shoot. The couple sees every picture, pays, and has them the same evening.",
				name: "Jordan",
				work: "wedding photographer",
			},
			{
				text: "A 4 GB film over hotel Wi-Fi. It stopped twice and went on twice. I noticed it in the morning.",
				name: "Amira",
				work: "documentary maker",
			},
			{
				text: "My sample packs need no shop around them. A price and a link is the whole business.",
				name: "Teo",
				work: "producer",
			},
		],
		metrics: [
			{ value: "3 min", name: "from sign-up to the first link" },
			{ value: "$38", name: "paid for an average share" },
			{ value: "9 in 10", name: "buyers come back by their receipt" },
		],
	},
	es: {
		testimonials: [
			{
				text: "Envío un solo enlace después de la sesión. La pareja ve cada foto, paga y las tiene esa misma noche.",
				name: "Jordan",
				work: "fotografía de bodas",
			},
			{
				text: "Una película de 4 GB con la red de un hotel. Se paró dos veces y siguió dos veces. Lo vi por la mañana.",
				name: "Amira",
				work: "cine documental",
			},
			{
				text: "Mis paquetes de sonidos no necesitan una tienda alrededor. Un precio y un enlace son todo el negocio.",
				name: "Teo",
				work: "producción musical",
			},
		],
		metrics: [
			{ value: "3 min", name: "del registro al primer enlace" },
			{ value: "38 $", name: "por una publicación media" },
			{ value: "9 de 10", name: "compradores vuelven por su recibo" },
		],
	},
};
