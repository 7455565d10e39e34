"""A control program for Bridgemates: a real HTTP server that holds its clients to the protocol.

Everything it is sent goes through Bridge Systems' own objects and checks (their published client,
which is installed for the tests only): every field there and none besides, of the right kind,
valid, and in the order of the procedures. What it answers is made of the same objects.
"""

import json
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from bridgemate_dataconnector import validation
from bridgemate_dataconnector.dto import (
    ContinueDTO,
    DataConnectorResponseData,
    ErrorType,
    InitDTO,
    ParticipationDTO,
    PlayerDataDTO,
    ResultDTO,
    ScoringProgramDataConnectorCommands,
    ScoringProgramRequest,
    ScoringProgramResponse,
    SectionUpdateDTO,
    TdCallDTO,
)

CLUB, LICENCE = "KLUBB1", "hemlig-licens-42"

Ask = ScoringProgramDataConnectorCommands
Data = DataConnectorResponseData

POLLS = {
    Ask.PollQueueForNewResults: (Data.Results, Ask.AcceptResultQueueItems),
    Ask.PollQueueForNewTdCalls: (Data.TdCalls, Ask.AcceptTdCallQueueItems),
    Ask.PollQueueForNewParticipations: (Data.Participations, Ask.AcceptParticipantQueueItems),
}
ACCEPTS = {accept: kind for kind, accept in POLLS.values()}
SENT = {
    Ask.PutResults: (ResultDTO, validation.validate_result_dto),
    Ask.PutPlayerData: (PlayerDataDTO, validation.validate_player_data_dto),
    Ask.PutParticipations: (ParticipationDTO, validation.validate_participation_dto),
}


class Wrong(Exception):
    """What the control program answers with an error."""

    def __init__(self, kind: ErrorType, text: str) -> None:
        super().__init__(text)
        self.kind = kind


def exact(kind: Any, row: Any) -> Any:
    """The object of this kind, if the row has all its fields and no others."""
    found = kind.from_dict(row)
    if json.dumps(found.to_dict(), sort_keys=True) != json.dumps(row, sort_keys=True):
        raise Wrong(ErrorType.Validation, f"this is no {kind.__name__}: {row}")
    return found


def valid(check: Any, found: Any) -> Any:
    if not check(found):
        raise Wrong(ErrorType.Validation, "; ".join(found.validation_messages))
    return found


@dataclass
class ControlProgram:
    """The Data Connector with its control program; what it knows outlives a restart.

    `asked`: every command, `wrong`: what it had to refuse, `results`: what it holds of each place.
    `broken`: bytes to answer in place of the next answer to a command (none: it hangs up).
    `before`: what is done first when a command comes, once.
    `expected`: what a test lets it refuse.
    """

    guid: str = ""
    sections: dict[str, Any] = field(default_factory=dict)
    players: dict[str, Any] = field(default_factory=dict)
    seats: dict[tuple[Any, ...], Any] = field(default_factory=dict)
    results: dict[tuple[Any, ...], Any] = field(default_factory=dict)
    queues: dict[Data, list[tuple[int, dict[str, Any]]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    accepted: dict[Data, int] = field(default_factory=lambda: defaultdict(int))
    asked: list[Ask] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    before: dict[Ask, Callable[[], object]] = field(default_factory=dict)
    broken: dict[Ask, bytes] = field(default_factory=dict)
    running: bool = False
    port: int = 0
    _last: int = 0

    # --- The server

    def start(self) -> None:
        program = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                content = program.answer(self.path, body)
                if content is None:
                    self.close_connection = True
                    return
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self.port = self._server.server_port
        Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self) -> None:
        """End: the event has to be taken up again, nothing is forgotten."""
        self._server.shutdown()
        self._server.server_close()
        self.running = False

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    # --- The devices

    def push(self, kind: Data, row: dict[str, Any]) -> None:
        self._last += 1
        self.queues[kind].append((self._last, row))

    def enter(self, row: dict[str, Any]) -> None:
        """A table enters a result, which the control program has checked."""
        found = valid(validation.validate_result_dto, exact(ResultDTO, row))
        place = (found.section_letters, found.table_number, found.round_number, found.board_number)
        self.results[place] = row
        self.push(Data.Results, row)

    def call(self, letters: str, table: int, round_: int, hour: int, minute: int, status: int = 1):
        made = TdCallDTO(self.guid, letters, table, round_, hour, minute, status)
        self.push(
            Data.TdCalls,
            valid(validation.validate_td_call_dto, made).to_dict() | {"ValidationMessages": None},
        )

    def sit(self, letters: str, table: int, direction: int, number: str, **more: Any) -> None:
        row = ParticipationDTO().to_dict() | {
            "SessionGuid": self.guid,
            "SectionLetters": letters,
            "TableNumber": table,
            "Direction": direction,
            "RoundNumber": 1,
            "PlayerNumber": number,
            **more,
        }
        self.push(Data.Participations, row)

    def waiting(self, kind: Data) -> list[tuple[int, dict[str, Any]]]:
        return [(id_, row) for id_, row in self.queues[kind] if id_ > self.accepted[kind]]

    def rounds(self, letters: str) -> dict[tuple[int, int], dict[str, Any]]:
        """The rounds that the devices of a section know, by table and round."""
        return {
            (table["TableNumber"], row["RoundNumber"]): row
            for table in self.sections[letters]["Tables"]
            for row in table["Rounds"]
        }

    # --- The protocol

    def answer(self, path: str, body: bytes) -> bytes | None:
        request = ScoringProgramRequest()
        response = ScoringProgramResponse()
        try:
            request = exact(ScoringProgramRequest, json.loads(body))
            if path != "/dc-scoringprogram" or (request.club_id, request.licence_key) != (
                CLUB,
                LICENCE,
            ):
                raise Wrong(ErrorType.Validation, "wrong address, club or licence")
            self.asked.append(request.command)
            self.before.pop(request.command, lambda: None)()
            if request.command in self.broken:
                return self.broken.pop(request.command) or None
            self._do(request, response)
        except Wrong as error:
            self.wrong.append(str(error))
            response.data_type, response.error_type = Data.Error, error.kind
            response.serialized_data = json.dumps(str(error))
        response.request_command = request.command
        response.session_guid = request.session_guid
        return json.dumps(response.to_dict()).encode()

    def _do(self, request: Any, response: Any) -> None:
        response.data_type, response.serialized_data = Data.OK, json.dumps("done")
        data = json.loads(request.serialized_data) if request.serialized_data else None
        if request.command in (Ask.InitializeEvent, Ask.ContinueEvent):
            if request.session_guid != "":
                raise Wrong(ErrorType.Validation, "these commands are of no session")
            self._begin(data) if request.command == Ask.InitializeEvent else self._go_on(data)
            return
        if not self.running or request.session_guid != self.guid:
            raise Wrong(ErrorType.EntryUnknown, "there is no such session")
        if request.command in POLLS:
            kind = POLLS[request.command][0]
            waiting = self.waiting(kind)
            response.data_type = kind
            response.last_queue_item_id = waiting[-1][0] if waiting else 0
            response.serialized_data = json.dumps([row for _, row in waiting])
        elif request.command in ACCEPTS:
            kind = ACCEPTS[request.command]
            if data not in [id_ for id_, _ in self.queues[kind]]:
                raise Wrong(ErrorType.EntryUnknown, f"no item {data}")
            self.accepted[kind] = data
        elif request.command == Ask.UpdateMovement:
            self._update(data)
            response.data_type = Data.Movement
            response.serialized_data = json.dumps(data)
        elif request.command in SENT:
            self._put(request.command, data)
        else:
            raise Wrong(ErrorType.NotImplemented, str(request.command))

    def _begin(self, data: Any) -> None:
        init = valid(validation.validate_init_dto, exact(InitDTO, data))
        if init.commands != 7 or init.club_id != CLUB or init.handrecords:
            raise Wrong(ErrorType.Validation, "commands, club or hands")
        (session,) = init.sessions
        self.guid, self.running = session.session_guid, True
        self.results.clear()
        self.sections = {
            section["Letters"]: section
            for group in data["Sessions"][0]["ScoringGroups"]
            for section in group["Sections"]
        }
        self.players = {one["PlayerNumber"]: one for one in data["PlayerData"]}
        self.seats = {}
        self._seat(data["Participations"])

    def _go_on(self, data: Any) -> None:
        found = valid(validation.validate_continue_dto, exact(ContinueDTO, data))
        if not self.guid or found.event_guid != self.guid or found.commands != 5:
            raise Wrong(ErrorType.EntryUnknown, "there is no such event")
        self.running = True

    def _put(self, command: Ask, data: Any) -> None:
        kind, check = SENT[command]
        if not data:
            raise Wrong(ErrorType.NoData, "nothing")
        for row in data:
            valid(check, exact(kind, row))
            if row["SessionGuid"] != self.guid:
                raise Wrong(ErrorType.Validation, "of another session")
        if command == Ask.PutPlayerData:
            self.players |= {row["PlayerNumber"]: row for row in data}
        elif command == Ask.PutParticipations:
            self._seat(data)
        else:
            for row in data:
                self._known(row)
                place = ("SectionLetters", "TableNumber", "RoundNumber", "BoardNumber")
                self.results[tuple(row[name] for name in place)] = row

    def _known(self, row: Any) -> None:
        seat = self.rounds(row["SectionLetters"]).get((row["TableNumber"], row["RoundNumber"]))
        if not seat or not seat["LowBoardNumber"] <= row["BoardNumber"] <= seat["HighBoardNumber"]:
            raise Wrong(ErrorType.Movement, "no such board at this table")

    def _seat(self, rows: Any) -> None:
        for row in rows:
            number = row["PlayerNumber"]
            if number is not None and number not in self.players:
                raise Wrong(ErrorType.EntryUnknown, f"player {number} was not told before")
            seat = (row["SectionLetters"], row["TableNumber"], row["Direction"])
            self.seats[seat] = row

    def _update(self, data: Any) -> None:
        valid(validation.validate_section_update_dto, exact(SectionUpdateDTO, data))
        letters = data["Letters"]
        if data["IsDeleted"]:
            del self.sections[letters]
            return
        before = self.rounds(letters) if letters in self.sections else {}
        self.sections[letters] = data
        for (table, round_), row in self.rounds(letters).items():
            if before.get((table, round_)) != row:
                gone = [
                    place
                    for place in self.results
                    if place[:2] == (letters, table) and place[2] >= round_
                ]
                for place in gone:
                    del self.results[place]
