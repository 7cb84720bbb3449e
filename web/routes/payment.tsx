import { useParams } from "react-router-dom";
import { PaymentPage } from "../features/checkout/payment-page.tsx";

export default function PaymentRoute() {
	const { shareId: slug = "" } = useParams();
	return <PaymentPage slug={slug} />;
}
