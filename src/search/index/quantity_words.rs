//! Words for the same quantity: "How heavy is it?" is answered by "It weighs 11 kg".

/// One quantity a line: words of any language, folded as in the dictionary.
const QUANTITIES: [&[&str]; 4] = [
    &[
        "heavy", "weigh", "weighs", "weighed", "weight", "kg", "schwer", "wiegt", "wog", "gewicht", "lourd", "pèse",
        "poids", "pesa", "peso", "무게", "킬로", "重さ", "重量",
    ],
    &["tall", "high", "height", "hoch", "höhe", "haut", "hauteur", "alto", "altura", "높이", "高さ", "高度"],
    &["long", "length", "lang", "länge", "longueur", "largo", "longitud", "길이", "長さ", "长度"],
    &[
        "cost",
        "costs",
        "price",
        "expensive",
        "kostet",
        "kosten",
        "preis",
        "teuer",
        "prix",
        "coût",
        "coûte",
        "precio",
        "cuesta",
        "costo",
        "가격",
        "비용",
        "値段",
        "価格",
        "价格",
        "费用",
    ],
];

/// The other words for the quantity of `word`.
pub(super) fn related(word: &str) -> impl Iterator<Item = &'static str> + use<'_> {
    let quantity = QUANTITIES.into_iter().find(|words| words.contains(&word));
    quantity.into_iter().flatten().copied().filter(move |&other| other != word)
}
