import { useParams } from "react-router-dom";
import { DirectPaymentPage } from "../features/direct-payment/direct-payment-page.tsx";

export default function PaymentDirectRoute() {
	const { shareId: slug = "" } = useParams();
	return <DirectPaymentPage slug={slug} />;
}
