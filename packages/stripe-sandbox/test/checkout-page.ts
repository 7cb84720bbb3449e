import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { createElement, useState } from "react";
import { createRoot } from "react-dom/client";

// A checkout page as an application would write it, without any knowledge of the sandbox.
const query = new URLSearchParams(location.search);
const clientSecret = query.get("client_secret") ?? "";
const stripe = loadStripe("pk_test_sandbox");

function Checkout() {
	const stripe = useStripe();
	const elements = useElements();
	const [said, say] = useState("");
	const pay = async () => {
		if (!stripe || !elements) return;
		const back = query.get("return_url");
		const result = await stripe.confirmPayment({
			elements,
			confirmParams: { receipt_email: "buyer@example.com", ...(back ? { return_url: back } : {}) },
			redirect: "if_required",
		});
		say(
			result.error
				? `${result.error.type} ${result.error.code}: ${result.error.message}`
				: `status ${result.paymentIntent.status}`,
		);
	};
	return createElement(
		"main",
		null,
		createElement(PaymentElement, {
			onReady: () => document.body.setAttribute("data-ready", "yes"),
			onChange: (event) => document.body.setAttribute("data-complete", String(event.complete)),
		}),
		createElement("button", { type: "button", onClick: () => void pay() }, "Pay"),
		createElement("output", null, said),
	);
}

createRoot(document.body.appendChild(document.createElement("div"))).render(
	createElement(
		Elements,
		{
			stripe,
			options: { clientSecret, appearance: { variables: { colorPrimary: "#123456" } } },
		},
		createElement(Checkout),
	),
);
