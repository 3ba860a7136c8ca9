//! Text boxes and charts of a workbook.

use lectern_document::{Format, Place, read_place};

use super::made::{package, xlsx};

const SHEET: &str = "<worksheet><sheetData><row r=\"1\"><c t=\"str\"><v>x</v></c></row></sheetData></worksheet>";
const RELATIONS: &str =
    r#"<Relationships><Relationship Id="d" Type="x/drawing" Target="../drawings/drawing1.xml"/></Relationships>"#;
const PARTS: &str = r#"<Relationships><Relationship Id="c1" Type="x/chart" Target="../charts/chart1.xml"/>
    <Relationship Id="c2" Type="x/chart" Target="../charts/none.xml"/></Relationships>"#;
const DRAWING: &str = r#"<xdr:wsDr><xdr:twoCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:row>2</xdr:row></xdr:from>
    <xdr:to><xdr:col>9</xdr:col><xdr:row>9</xdr:row></xdr:to><xdr:sp><xdr:nvSpPr><xdr:cNvPr name="TextBox 1"/></xdr:nvSpPr>
    <xdr:txBody><a:p><a:r><a:t>Read </a:t></a:r><a:r><a:t>this]</a:t></a:r></a:p><a:p><a:r><a:t>first</a:t></a:r></a:p></xdr:txBody>
    </xdr:sp></xdr:twoCellAnchor><xdr:twoCellAnchor><xdr:from><xdr:col>3</xdr:col><xdr:row>0</xdr:row></xdr:from>
    <xdr:sp><xdr:txBody><a:p/></xdr:txBody></xdr:sp><xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="c1"/>
    <c:chart r:id="c2"/><c:chart r:id="none"/></a:graphicData></a:graphic></xdr:graphicFrame></xdr:twoCellAnchor></xdr:wsDr>"#;
const CHART: &str = r#"<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales </a:t></a:r><a:r><a:t>by month</a:t></a:r></a:p>
    </c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:idx val="0"/><c:tx><c:strRef><c:f>Data!$B$1</c:f><c:strCache>
    <c:pt idx="0"><c:v>2024</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:numRef><c:f>Data!$A$2:$A$4</c:f><c:numCache>
    <c:formatCode>yyyy\-mm</c:formatCode><c:pt idx="0"><c:v>45292</c:v></c:pt><c:pt idx="2"><c:v>45352</c:v></c:pt></c:numCache>
    </c:numRef></c:cat><c:val><c:numRef><c:f>Data!$B$2:$B$4</c:f><c:numCache><c:formatCode>"$"0.00</c:formatCode>
    <c:pt idx="0"><c:v>10</c:v></c:pt><c:pt idx="1"><c:v>12.5</c:v></c:pt><c:pt idx="2"><c:v>0.30000000000000004</c:v></c:pt>
    </c:numCache></c:numRef></c:val></c:ser></c:barChart><c:lineChart><c:ser><c:val><c:numRef><c:f>Data!$C$2:$C$4</c:f>
    </c:numRef></c:val></c:ser></c:lineChart><c:valAx><c:title><c:tx><c:rich><a:t>Euro</a:t></c:rich></c:tx></c:title></c:valAx>
    </c:plotArea></c:chart></c:chartSpace>"#;

fn parts() -> [(&'static str, &'static str); 4] {
    [
        ("xl/worksheets/_rels/sheet1.xml.rels", RELATIONS),
        ("xl/drawings/drawing1.xml", DRAWING),
        ("xl/drawings/_rels/drawing1.xml.rels", PARTS),
        ("xl/charts/chart1.xml", CHART),
    ]
}

#[test]
fn text_boxes_and_charts_stand_below_the_table() {
    let document = xlsx(&package(SHEET, &parts()));
    assert_eq!(
        document.text,
        "## Sheet: One (A1:A1)\n| | A |\n| - | - |\n| 1 | x |\n[text box at B3: Read this] first]\n\
         [chart at D1: Sales by month (bar, line)]\n[series 2024: 2024-01-01 $10, $12.5, 2024-03-01 $0.3]\n\
         [series 2: values of Data!$C$2:$C$4]\n"
    );
    let part = |range: &str| {
        let place = Place { range: Some(range.to_owned()), ..Place::default() };
        read_place(Format::Xlsx, &package(SHEET, &parts()), &place).unwrap().text
    };
    assert_eq!(part("A1:C9").lines().count(), 5);
    assert!(part("D1:D1").contains("[series 2024:"));
}

#[test]
fn a_chart_sheet_is_its_chart() {
    let book = r#"<workbook><sheets><sheet name="Plot" r:id="p"/></sheets></workbook>"#;
    let relations =
        r#"<Relationships><Relationship Id="p" Type="x/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>"#;
    let drawing = r#"<xdr:wsDr><xdr:absoluteAnchor><c:chart r:id="c1"/></xdr:absoluteAnchor></xdr:wsDr>"#;
    let document = xlsx(&package(
        SHEET,
        &[
            ("xl/workbook.xml", book),
            ("xl/_rels/workbook.xml.rels", relations),
            ("xl/chartsheets/sheet1.xml", "<chartsheet/>"),
            ("xl/chartsheets/_rels/sheet1.xml.rels", RELATIONS),
            ("xl/drawings/drawing1.xml", drawing),
            ("xl/drawings/_rels/drawing1.xml.rels", PARTS),
            ("xl/charts/chart1.xml", CHART),
        ],
    ));
    let lines: Vec<_> = document.text.lines().collect();
    assert_eq!(lines[..2], ["## Sheet: Plot", "[chart: Sales by month (bar, line)]"]);
}

#[test]
fn broken_and_endless_drawings_take_nothing_from_the_cells() {
    let many = format!("<c:chartSpace><c:ser>{}", "<c:ser><c:val><c:pt/><c:v>1</c:v></c:val></c:ser>".repeat(100_000));
    for chart in ["", "<c:chart", "<a/>", &many] {
        let mut parts = parts().to_vec();
        parts[3].1 = chart;
        let document = xlsx(&package(SHEET, &parts));
        assert!(document.text.starts_with("## Sheet: One (A1:A1)\n| | A |\n| - | - |\n| 1 | x |\n"));
        assert!(document.text.len() < 2 * 1024 * 1024);
    }
}
