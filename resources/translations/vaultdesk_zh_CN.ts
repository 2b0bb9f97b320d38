<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AboutSheet</name>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>A local-first assistant for a folder of Markdown notes.</source>
        <translation>用于 Markdown 笔记文件夹的本地优先助手。</translation>
    </message>
    <message>
        <source>Settings: {0}</source>
        <translation>设置：{0}</translation>
    </message>
    <message>
        <source>Data: {0}</source>
        <translation>数据：{0}</translation>
    </message>
    <message>
        <source>Logs: {0}</source>
        <translation>日志：{0}</translation>
    </message>
    <message>
        <source>MIT License</source>
        <translation>MIT 许可证</translation>
    </message>
    <message>
        <source>Project Page</source>
        <translation>项目主页</translation>
    </message>
    <message>
        <source>Licenses of Components</source>
        <translation>组件的许可证</translation>
    </message>
</context>
<context>
    <name>AccountFooter</name>
    <message>
        <source>Open the whole list</source>
        <translation>打开完整列表</translation>
    </message>
</context>
<context>
    <name>AccountPopup</name>
    <message>
        <source>What left this computer</source>
        <translation>离开本机的内容</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>此对话</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Month</source>
        <translation>本月</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>时间范围</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
</context>
<context>
    <name>AccountText</name>
    <message>
        <source>1 more note</source>
        <translation>还有 1 篇笔记</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 篇笔记</translation>
    </message>
    <message>
        <source>1 note today</source>
        <translation>今天 1 篇笔记</translation>
    </message>
    <message>
        <source>1 note was sent today</source>
        <translation>今天发出了 1 篇笔记</translation>
    </message>
    <message>
        <source>1 note was sent to {who} in this chat</source>
        <translation>此对话中有 1 篇笔记已发送给 {who}</translation>
    </message>
    <message>
        <source>1 passage</source>
        <translation>1 个段落</translation>
    </message>
    <message>
        <source>1 question was sent today</source>
        <translation>今天发出了 1 个问题</translation>
    </message>
    <message>
        <source>A page was fetched from {who}</source>
        <translation>从 {who} 获取了网页</translation>
    </message>
    <message>
        <source>A question from {program} was sent to {who}</source>
        <translation>{program} 的一个问题已发送给 {who}</translation>
    </message>
    <message>
        <source>A tool of {who} was called</source>
        <translation>调用了 {who} 的工具</translation>
    </message>
    <message>
        <source>A transcript was fetched from {who}</source>
        <translation>从 {who} 获取了字幕文本</translation>
    </message>
    <message>
        <source>A web search was sent to {who}</source>
        <translation>已向 {who} 发送网络搜索请求</translation>
    </message>
    <message>
        <source>Another program</source>
        <translation>另一个程序</translation>
    </message>
    <message>
        <source>Instructions and earlier answers</source>
        <translation>指令和之前的回答</translation>
    </message>
    <message>
        <source>Instructions and tools</source>
        <translation>指令和工具</translation>
    </message>
    <message>
        <source>No note</source>
        <translation>没有笔记</translation>
    </message>
    <message>
        <source>Nothing has left this computer since midnight.</source>
        <translation>自午夜以来没有内容离开本机。</translation>
    </message>
    <message>
        <source>Nothing has left this computer this month.</source>
        <translation>本月没有内容离开本机。</translation>
    </message>
    <message>
        <source>Nothing has left this computer today</source>
        <translation>今天没有内容离开本机</translation>
    </message>
    <message>
        <source>Nothing of this chat has left this computer.</source>
        <translation>此对话没有内容离开本机。</translation>
    </message>
    <message>
        <source>{tokens} of these from other vaults and programs</source>
        <translation>其中 {tokens} 来自其他仓库和程序</translation>
    </message>
    <message>
        <source>A search query was sent to {who}</source>
        <translation>搜索查询已发送给 {who}</translation>
    </message>
    <message>
        <source>To {who}, since {day}</source>
        <translation>自 {day} 起发送给 {who}</translation>
    </message>
    <message>
        <source>To {who}, since {time}</source>
        <translation>自 {time} 起发送给 {who}</translation>
    </message>
    <message>
        <source>Today VaultDesk connected to {who}. Nothing of yours was sent.</source>
        <translation>今天 VaultDesk 连接了 {who}。没有发送你的任何内容。</translation>
    </message>
    <message>
        <source>Today about {tokens} were sent to {who}.</source>
        <translation>今天约有 {tokens} 发送到 {who}。</translation>
    </message>
    <message>
        <source>VaultDesk asked {host} for its models</source>
        <translation>VaultDesk 向 {host} 查询了模型列表</translation>
    </message>
    <message>
        <source>VaultDesk asked {host} for updates</source>
        <translation>VaultDesk 向 {host} 查询了更新</translation>
    </message>
    <message>
        <source>VaultDesk tested a model of {who}</source>
        <translation>VaultDesk 测试了 {who} 的模型</translation>
    </message>
    <message>
        <source>Your question</source>
        <translation>你的问题</translation>
    </message>
    <message>
        <source>Your question was sent to {who}</source>
        <translation>你的问题已发送给 {who}</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>你的文字</translation>
    </message>
    <message>
        <source>Your text was sent to {who}</source>
        <translation>你的文本已发送给 {who}</translation>
    </message>
    <message>
        <source>Your {n} questions</source>
        <translation>你的 {n} 个问题</translation>
    </message>
    <message>
        <source>Your {n} questions were sent to {who}</source>
        <translation>你的 {n} 个问题已发送给 {who}</translation>
    </message>
    <message>
        <source>line {first}</source>
        <translation>第 {first} 行</translation>
    </message>
    <message>
        <source>lines {first}–{last}</source>
        <translation>第 {first}–{last} 行</translation>
    </message>
    <message>
        <source>no note</source>
        <translation>未发送笔记</translation>
    </message>
    <message>
        <source>none in this chat</source>
        <translation>此对话中没有</translation>
    </message>
    <message>
        <source>nothing of yours</source>
        <translation>不含你的内容</translation>
    </message>
    <message>
        <source>sent each time</source>
        <translation>每次都会发送</translation>
    </message>
    <message>
        <source>under {amount} today</source>
        <translation>今天不到 {amount}</translation>
    </message>
    <message>
        <source>whole note</source>
        <translation>整篇笔记</translation>
    </message>
    <message>
        <source>{amount} today</source>
        <translation>今天 {amount}</translation>
    </message>
    <message>
        <source>{first} and {n} others</source>
        <translation>{first} 及另外 {n} 个接收方</translation>
    </message>
    <message>
        <source>{first} and {second}</source>
        <translation>{first} 和 {second}</translation>
    </message>
    <message>
        <source>{model} read 1 note here</source>
        <translation>{model} 在本机读取了 1 篇笔记</translation>
    </message>
    <message>
        <source>{model} read {n} notes here</source>
        <translation>{model} 在本机读取了 {n} 篇笔记</translation>
    </message>
    <message>
        <source>{name}, {host}</source>
        <translation>{name}（{host}）</translation>
    </message>
    <message>
        <source>{note} was withheld</source>
        <translation>已拦截 {note}</translation>
    </message>
    <message>
        <source>{note} was sent to {who} to be rewritten</source>
        <translation>{note} 已发送给 {who} 改写</translation>
    </message>
    <message>
        <source>{n} more notes</source>
        <translation>还有 {n} 篇笔记</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} 篇笔记</translation>
    </message>
    <message>
        <source>{n} notes today</source>
        <translation>今天 {n} 篇笔记</translation>
    </message>
    <message>
        <source>{n} notes were sent today</source>
        <translation>今天发出了 {n} 篇笔记</translation>
    </message>
    <message>
        <source>{n} notes were sent to {who} in this chat</source>
        <translation>此对话中有 {n} 篇笔记已发送给 {who}</translation>
    </message>
    <message>
        <source>{n} notes were withheld</source>
        <translation>拦截了 {n} 篇笔记</translation>
    </message>
    <message>
        <source>{n} passages</source>
        <translation>{n} 个段落</translation>
    </message>
    <message>
        <source>{n} questions were sent today</source>
        <translation>今天发出了 {n} 个问题</translation>
    </message>
    <message>
        <source>{n} today</source>
        <translation>今天 {n} 篇</translation>
    </message>
    <message>
        <source>{program} received 1 note</source>
        <translation>已向 {program} 提供 1 篇笔记</translation>
    </message>
    <message>
        <source>{program} received {n} notes</source>
        <translation>已向 {program} 提供 {n} 篇笔记</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>About VaultDesk</source>
        <translation>关于 VaultDesk</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Add a property…</source>
        <translation>添加属性…</translation>
    </message>
    <message>
        <source>Add the open note to the question</source>
        <translation>将打开的笔记加入问题</translation>
    </message>
    <message>
        <source>Toggle bookmark</source>
        <translation>切换书签</translation>
    </message>
    <message>
        <source>Agents…</source>
        <translation>智能体…</translation>
    </message>
    <message>
        <source>Append the last answer to the note</source>
        <translation>将最后的回答追加到笔记</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Position of the chat…</source>
        <translation>对话的位置…</translation>
    </message>
    <message>
        <source>Chats…</source>
        <translation>对话…</translation>
    </message>
    <message>
        <source>Check spelling</source>
        <translation>检查拼写</translation>
    </message>
    <message>
        <source>Check this computer</source>
        <translation>检查本机</translation>
    </message>
    <message>
        <source>Choose a mode…</source>
        <translation>选择模式…</translation>
    </message>
    <message>
        <source>Choose an agent…</source>
        <translation>选择智能体…</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>关闭标签页</translation>
    </message>
    <message>
        <source>Close the chat&apos;s tab</source>
        <translation>关闭对话的标签页</translation>
    </message>
    <message>
        <source>Close vault</source>
        <translation>关闭仓库</translation>
    </message>
    <message>
        <source>Commands…</source>
        <translation>命令…</translation>
    </message>
    <message>
        <source>Copy VaultDesk link to the note</source>
        <translation>复制笔记的 VaultDesk 链接</translation>
    </message>
    <message>
        <source>Copy link to the note</source>
        <translation>复制笔记链接</translation>
    </message>
    <message>
        <source>Copy path of the note</source>
        <translation>复制笔记路径</translation>
    </message>
    <message>
        <source>Copy the chat as Markdown</source>
        <translation>将对话复制为 Markdown</translation>
    </message>
    <message>
        <source>Next daily note</source>
        <translation>后一篇日记</translation>
    </message>
    <message>
        <source>Previous daily note</source>
        <translation>前一篇日记</translation>
    </message>
    <message>
        <source>Find and replace</source>
        <translation>查找和替换</translation>
    </message>
    <message>
        <source>Find in the chat</source>
        <translation>在对话中查找</translation>
    </message>
    <message>
        <source>Find in the note</source>
        <translation>在笔记中查找</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>查找下一个</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>查找上一个</translation>
    </message>
    <message>
        <source>Follow the link at the cursor</source>
        <translation>打开光标处的链接</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>Go to the chat</source>
        <translation>转到对话</translation>
    </message>
    <message>
        <source>Go to the next window</source>
        <translation>转到下一个窗口</translation>
    </message>
    <message>
        <source>Go to the other side of the split</source>
        <translation>转到分屏的另一侧</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>导入对话…</translation>
    </message>
    <message>
        <source>Insert template…</source>
        <translation>插入模板…</translation>
    </message>
    <message>
        <source>Insert the last answer at the cursor</source>
        <translation>在光标处插入最后的回答</translation>
    </message>
    <message>
        <source>Toggle private note</source>
        <translation>切换私密笔记</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Toggle large question box</source>
        <translation>切换大号问题框</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Toggle light and dark</source>
        <translation>切换浅色与深色</translation>
    </message>
    <message>
        <source>Graph of all notes</source>
        <translation>所有笔记的关系图谱</translation>
    </message>
    <message>
        <source>Graph of the note</source>
        <translation>此笔记的关系图谱</translation>
    </message>
    <message>
        <source>Move to another folder…</source>
        <translation>移动到其他文件夹…</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>新建文件夹…</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>新建笔记</translation>
    </message>
    <message>
        <source>New private chat</source>
        <translation>新建私密对话</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>新建窗口</translation>
    </message>
    <message>
        <source>Next open chat</source>
        <translation>下一个打开的对话</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>下一个标签页</translation>
    </message>
    <message>
        <source>Open in Obsidian</source>
        <translation>在 Obsidian 中打开</translation>
    </message>
    <message>
        <source>Open in another program</source>
        <translation>用其他程序打开</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>重新打开关闭的标签页</translation>
    </message>
    <message>
        <source>Open vault in a new window…</source>
        <translation>在新窗口中打开仓库…</translation>
    </message>
    <message>
        <source>Open vault…</source>
        <translation>打开仓库…</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>大纲</translation>
    </message>
    <message>
        <source>Permissions…</source>
        <translation>权限…</translation>
    </message>
    <message>
        <source>Previous open chat</source>
        <translation>上一个打开的对话</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>上一个标签页</translation>
    </message>
    <message>
        <source>Private notes…</source>
        <translation>私密笔记…</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>快速提问</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Toggle reading and editing</source>
        <translation>切换阅读与编辑</translation>
    </message>
    <message>
        <source>Search test</source>
        <translation>搜索测试</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Redo the last change of notes</source>
        <translation>重做上次笔记更改</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Rewrite the selection…</source>
        <translation>改写所选内容…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save the search</source>
        <translation>保存搜索</translation>
    </message>
    <message>
        <source>Search all notes</source>
        <translation>搜索所有笔记</translation>
    </message>
    <message>
        <source>Search index</source>
        <translation>搜索索引</translation>
    </message>
    <message>
        <source>Search or jump to…</source>
        <translation>搜索或跳转到…</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Show in the Finder</source>
        <translation>在“访达”中显示</translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation>在文件管理器中显示</translation>
    </message>
    <message>
        <source>Show or hide the chat</source>
        <translation>显示或隐藏对话</translation>
    </message>
    <message>
        <source>Show or hide the notes</source>
        <translation>显示或隐藏笔记</translation>
    </message>
    <message>
        <source>Show the files</source>
        <translation>显示文件</translation>
    </message>
    <message>
        <source>Show the links</source>
        <translation>显示链接</translation>
    </message>
    <message>
        <source>Show the note in the file list</source>
        <translation>在文件列表中显示笔记</translation>
    </message>
    <message>
        <source>Show the tags</source>
        <translation>显示标签</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Split downwards</source>
        <translation>向下分屏</translation>
    </message>
    <message>
        <source>Split to the right</source>
        <translation>向右分屏</translation>
    </message>
    <message>
        <source>Start or pause a pomodoro</source>
        <translation>开始或暂停番茄钟</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>停止回答</translation>
    </message>
    <message>
        <source>Reset text size</source>
        <translation>重置文字大小</translation>
    </message>
    <message>
        <source>Today&apos;s note</source>
        <translation>今天的笔记</translation>
    </message>
    <message>
        <source>Undo the last change of notes</source>
        <translation>撤销上次笔记更改</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词汇本</translation>
    </message>
    <message>
        <source>What could this agent access?</source>
        <translation>此智能体能访问什么？</translation>
    </message>
    <message>
        <source>What left this computer</source>
        <translation>离开本机的内容</translation>
    </message>
    <message>
        <source>What would leave this computer…</source>
        <translation>将离开本机的内容…</translation>
    </message>
</context>
<context>
    <name>ActivityPage</name>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Tool calls</source>
        <translation>工具调用</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Type of entry</source>
        <translation>条目类型</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>时段</translation>
    </message>
    <message>
        <source>Search by note or question</source>
        <translation>按笔记或问题搜索</translation>
    </message>
    <message>
        <source>Note or question</source>
        <translation>笔记或问题</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Clear…</source>
        <translation>清除…</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生了什么</translation>
    </message>
    <message>
        <source>Every change VaultDesk made to your notes, newest first. An undo can be undone.</source>
        <translation>VaultDesk 对笔记所做的每处更改，最新的在前。撤销也可以再撤销。</translation>
    </message>
    <message>
        <source>Every tool call of an assistant, who allowed it, and its result.</source>
        <translation>助手的每次工具调用、由谁允许以及结果。</translation>
    </message>
    <message>
        <source>Changes, tool calls and what left this computer, newest first.</source>
        <translation>更改、工具调用和离开本机的内容，最新的在前。</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>没有匹配项</translation>
    </message>
    <message>
        <source>No activity in this period</source>
        <translation>这段时间内没有活动</translation>
    </message>
    <message>
        <source>Try other words.</source>
        <translation>换些词试试。</translation>
    </message>
    <message>
        <source>Actions of assistants are listed here and can be undone here.</source>
        <translation>助手的操作列在这里，也可在这里撤销。</translation>
    </message>
    <message>
        <source>All entries in the audit log of this vault are deleted permanently: which tools were called, who allowed them, and their results. One entry remains, which says who cleared the log, when, and how many entries it had. The history of changes and the list of what left this computer are not affected.</source>
        <translation>此仓库审计日志中的所有条目将被永久删除：调用了哪些工具、由谁允许以及结果如何。只会留下一个条目，注明由谁、何时清除日志以及原有多少条目。更改历史和离开本机的内容列表不受影响。</translation>
    </message>
    <message>
        <source>Clear the audit log of tool calls?</source>
        <translation>要清除工具调用的审计日志吗？</translation>
    </message>
    <message>
        <source>Clear Log</source>
        <translation>清除日志</translation>
    </message>
    <message>
        <source>1 entry was deleted.</source>
        <translation>已删除 1 个条目。</translation>
    </message>
    <message>
        <source>{n} entries were deleted.</source>
        <translation>已删除 {n} 个条目。</translation>
    </message>
    <message>
        <source>JSON Lines</source>
        <translation>JSON Lines</translation>
    </message>
    <message>
        <source>Spreadsheet table (CSV)</source>
        <translation>电子表格（CSV）</translation>
    </message>
    <message>
        <source>Export the tool calls</source>
        <translation>导出工具调用</translation>
    </message>
    <message>
        <source>The file could not be written: {why}.</source>
        <translation>无法写入文件：{why}。</translation>
    </message>
    <message>
        <source>Written to {file}.</source>
        <translation>已写入 {file}。</translation>
    </message>
    <message>
        <source>All time</source>
        <translation>全部时间</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>最近 30 天</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Changed notes</source>
        <translation>更改了笔记</translation>
    </message>
    <message>
        <source>Withheld</source>
        <translation>已拦截</translation>
    </message>
    <message>
        <source>Read on this computer</source>
        <translation>在本机读取</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>ActivityTabs</name>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>What left this computer</source>
        <translation>离开本机的内容</translation>
    </message>
</context>
<context>
    <name>AgentCard</name>
    <message>
        <source>Its instructions</source>
        <translation>它的指令</translation>
    </message>
    <message>
        <source>answers new chats</source>
        <translation>回答新对话</translation>
    </message>
    <message>
        <source>Answers without extra instructions, with every tool your permissions allow.</source>
        <translation>不带额外指令回答，可使用你的权限允许的所有工具。</translation>
    </message>
    <message>
        <source>Its note has changed since you allowed it. It is inactive until you review and allow it again.</source>
        <translation>自你允许后，它的笔记有更改。在你查看并重新允许之前，它处于停用状态。</translation>
    </message>
    <message>
        <source>It is inactive until you review and allow it.</source>
        <translation>在你查看并允许之前，它处于停用状态。</translation>
    </message>
    <message>
        <source>Use in New Chats</source>
        <translation>用于新对话</translation>
    </message>
    <message>
        <source>Review and Allow…</source>
        <translation>查看并允许…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Duplicate…</source>
        <translation>创建副本…</translation>
    </message>
    <message>
        <source>What Could It Access?</source>
        <translation>它能访问什么？</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>撤回允许</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Open Note</source>
        <translation>打开笔记</translation>
    </message>
    <message>
        <source>It already answers new chats.</source>
        <translation>它已用于回答新对话。</translation>
    </message>
</context>
<context>
    <name>AgentEditor</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Librarian</source>
        <translation>图书管理员</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>What it is for, in one line</source>
        <translation>用一行说明它的用途</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>the chat’s model</source>
        <translation>对话的模型</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>as in Settings</source>
        <translation>与“设置”相同</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>high</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>It may ask to delete notes and to change many at once</source>
        <translation>可以请求删除笔记和一次更改多篇笔记</translation>
    </message>
    <message>
        <source>Tool rounds per question</source>
        <translation>每个问题的工具轮数</translation>
    </message>
    <message>
        <source>Characters per tool result</source>
        <translation>每个工具结果的字符数</translation>
    </message>
    <message>
        <source>Tool calls per minute</source>
        <translation>每分钟工具调用数</translation>
    </message>
    <message>
        <source>Your changes are not saved.</source>
        <translation>你的更改尚未保存。</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Keep Editing</source>
        <translation>继续编辑</translation>
    </message>
    <message>
        <source>These are sent to the model, except for comments between %% and %%.</source>
        <translation>这些内容会发送给模型，%% 与 %% 之间的注释除外。</translation>
    </message>
    <message>
        <source>Without a folder, it can see the whole vault, within your permissions.</source>
        <translation>不指定文件夹时，它在你的权限范围内可以看到整个仓库。</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Tool rounds</source>
        <translation>工具轮数</translation>
    </message>
    <message>
        <source>Tool result</source>
        <translation>工具结果</translation>
    </message>
    <message>
        <source>Calls per minute</source>
        <translation>每分钟调用数</translation>
    </message>
    <message>
        <source>Resulting permissions</source>
        <translation>最终权限</translation>
    </message>
    <message>
        <source>Enter a name first.</source>
        <translation>请先填写名称。</translation>
    </message>
    <message>
        <source>Enter instructions first.</source>
        <translation>请先填写指令。</translation>
    </message>
    <message>
        <source>A note with this name already exists.</source>
        <translation>已有同名的笔记。</translation>
    </message>
    <message>
        <source>Save as a New Note</source>
        <translation>另存为新笔记</translation>
    </message>
    <message>
        <source>Edit “{0}”</source>
        <translation>编辑“{0}”</translation>
    </message>
    <message>
        <source>New agent</source>
        <translation>新建智能体</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>AgentSelection</name>
    <message>
        <source>This agent no longer exists. Choose another one.</source>
        <translation>这个智能体已不存在。请选择其他智能体。</translation>
    </message>
    <message>
        <source>Answers without extra instructions, with every tool your permissions allow.</source>
        <translation>不带额外指令回答，可使用你的权限允许的所有工具。</translation>
    </message>
    <message>
        <source>Set Up Agents…</source>
        <translation>设置智能体…</translation>
    </message>
    <message>
        <source>What Could It Access?</source>
        <translation>它能访问什么？</translation>
    </message>
    <message>
        <source>Choose an agent</source>
        <translation>选择智能体</translation>
    </message>
    <message>
        <source>Find an agent</source>
        <translation>查找智能体</translation>
    </message>
    <message>
        <source>This agent no longer exists.</source>
        <translation>这个智能体已不存在。</translation>
    </message>
    <message>
        <source>{0} cannot be used. {1}</source>
        <translation>无法使用 {0}。{1}</translation>
    </message>
</context>
<context>
    <name>AgentText</name>
    <message>
        <source>Answers without extra instructions, with every tool your permissions allow.</source>
        <translation>不带额外指令回答，可使用你的权限允许的所有工具。</translation>
    </message>
    <message>
        <source>Included in VaultDesk</source>
        <translation>VaultDesk 自带</translation>
    </message>
    <message>
        <source>In this vault</source>
        <translation>在此仓库中</translation>
    </message>
    <message>
        <source>Default assistant</source>
        <translation>默认助手</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>已允许</translation>
    </message>
    <message>
        <source>cannot be used</source>
        <translation>无法使用</translation>
    </message>
    <message>
        <source>changed since you allowed it</source>
        <translation>自你允许后有更改</translation>
    </message>
    <message>
        <source>included in VaultDesk</source>
        <translation>VaultDesk 自带</translation>
    </message>
    <message>
        <source>no extra instructions, all tools</source>
        <translation>没有额外指令，可用所有工具</translation>
    </message>
    <message>
        <source>not allowed yet</source>
        <translation>尚未允许</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
</context>
<context>
    <name>AgentsSheet</name>
    <message>
        <source>Assistants that can answer. An agent can only narrow your permissions, and is active only after you allow it.</source>
        <translation>可以作答的助手。智能体只能收窄你的权限，并且只有在你允许后才启用。</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>New Agent…</source>
        <translation>新建智能体…</translation>
    </message>
    <message>
        <source>{0} is no longer allowed.</source>
        <translation>不再允许 {0}。</translation>
    </message>
    <message>
        <source>Delete the agent {0}</source>
        <translation>删除智能体 {0}</translation>
    </message>
    <message>
        <source>{0} was deleted: {1}.</source>
        <translation>已删除 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} was moved to the trash.</source>
        <translation>{0} 已移到回收站。</translation>
    </message>
    <message>
        <source>Another file now has its name.</source>
        <translation>现在有另一个文件使用它的名称。</translation>
    </message>
</context>
<context>
    <name>AnswerFooter</name>
    <message>
        <source>Copy answer</source>
        <translation>复制回答</translation>
    </message>
    <message>
        <source>Insert at the cursor</source>
        <translation>在光标处插入</translation>
    </message>
    <message>
        <source>Append to the open note</source>
        <translation>追加到打开的笔记</translation>
    </message>
    <message>
        <source>Save as a new note</source>
        <translation>存为新笔记</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>重新提问</translation>
    </message>
    <message>
        <source>Ask another model</source>
        <translation>询问其他模型</translation>
    </message>
    <message>
        <source>Branch from here</source>
        <translation>从这里分支</translation>
    </message>
</context>
<context>
    <name>AnswerPane</name>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
</context>
<context>
    <name>AnswerSettingsForm</name>
    <message>
        <source>Temperature in this chat</source>
        <translation>此对话的温度</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Longest answer in this chat, in tokens</source>
        <translation>此对话的回答最大长度（token 数）</translation>
    </message>
    <message>
        <source>Tool rounds per question in this chat</source>
        <translation>此对话中每个问题的工具轮数</translation>
    </message>
    <message>
        <source>As in Settings</source>
        <translation>与“设置”相同</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Longest answer, in tokens</source>
        <translation>回答最大长度（token 数）</translation>
    </message>
    <message>
        <source>Tool rounds</source>
        <translation>工具轮数</translation>
    </message>
    <message>
        <source>For this chat</source>
        <translation>用于此对话</translation>
    </message>
</context>
<context>
    <name>AnswerTargets</name>
    <message>
        <source>No note is being edited, so there is no cursor.</source>
        <translation>没有正在编辑的笔记，因此没有光标。</translation>
    </message>
    <message>
        <source>Append to “{0}”</source>
        <translation>追加到“{0}”</translation>
    </message>
    <message>
        <source>Open a note first. The answer is inserted at its cursor.</source>
        <translation>请先打开笔记。回答会插入到其光标处。</translation>
    </message>
    <message>
        <source>Inserted into “{0}”.</source>
        <translation>已插入“{0}”。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Open a note first. The answer is appended to it.</source>
        <translation>请先打开笔记。回答会追加到其末尾。</translation>
    </message>
    <message>
        <source>Appended to “{0}”.</source>
        <translation>已追加到“{0}”。</translation>
    </message>
    <message>
        <source>The note has changed since, so nothing was removed from it.</source>
        <translation>笔记此后有更改，因此未从中移除任何内容。</translation>
    </message>
    <message>
        <source>There is no answer in this chat yet.</source>
        <translation>此对话中还没有回答。</translation>
    </message>
</context>
<context>
    <name>AnswerUndo</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>There is no change to undo.</source>
        <translation>没有可撤销的更改。</translation>
    </message>
    <message>
        <source>There is no change to redo.</source>
        <translation>没有可重做的内容。</translation>
    </message>
    <message>
        <source>The notes changed again, so nothing was merged.</source>
        <translation>笔记再次更改，因此未合并任何内容。</translation>
    </message>
    <message>
        <source>Merged. Later changes are kept.</source>
        <translation>已合并。此后的更改已保留。</translation>
    </message>
    <message>
        <source>1 change applied</source>
        <translation>已应用 1 处更改</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Undo 1 change</source>
        <translation>撤销 1 处更改</translation>
    </message>
    <message>
        <source>Undo {0} changes</source>
        <translation>撤销 {0} 处更改</translation>
    </message>
    <message>
        <source>links repaired in 1 note</source>
        <translation>修复了 1 篇笔记中的链接</translation>
    </message>
    <message>
        <source>links repaired in {0} notes</source>
        <translation>修复了 {0} 篇笔记中的链接</translation>
    </message>
    <message>
        <source>{0} changes applied</source>
        <translation>已应用 {0} 处更改</translation>
    </message>
</context>
<context>
    <name>AnswerView</name>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>{n} token</source>
        <translation>{n} 个 token</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} 个 token</translation>
    </message>
    <message>
        <source>Append to the open note</source>
        <translation>追加到打开的笔记</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>重新提问</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy answer</source>
        <translation>复制回答</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Copy selection as Markdown</source>
        <translation>将所选内容复制为 Markdown</translation>
    </message>
    <message>
        <source>Insert at the cursor</source>
        <translation>在光标处插入</translation>
    </message>
    <message>
        <source>Save as a new note</source>
        <translation>存为新笔记</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>未选择任何内容。</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>在新标签页中打开</translation>
    </message>
    <message>
        <source>Open the conversation as a note</source>
        <translation>将对话作为笔记打开</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>AppearanceSheet</name>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>How the window looks and where approval requests appear.</source>
        <translation>窗口的外观，以及批准请求显示在哪里。</translation>
    </message>
    <message>
        <source>Beside the note</source>
        <translation>在笔记旁</translation>
    </message>
    <message>
        <source>As a tab among the notes</source>
        <translation>作为笔记间的标签页</translation>
    </message>
    <message>
        <source>In its own window</source>
        <translation>在独立窗口中</translation>
    </message>
    <message>
        <source>Same as this computer</source>
        <translation>跟随本机</translation>
    </message>
    <message>
        <source>A change of language takes effect after a restart.</source>
        <translation>更改语言后，重新启动生效。</translation>
    </message>
</context>
<context>
    <name>ApprovalFooter</name>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Reason for the model (optional)</source>
        <translation>告知模型的原因（可选）</translation>
    </message>
    <message>
        <source>Refuse with a Reason…</source>
        <translation>拒绝并说明原因…</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>批准</translation>
    </message>
</context>
<context>
    <name>ArgumentList</name>
    <message numerus="yes">
        <source>%n paths, as listed</source>
        <translation>
            <numerusform>%n 个路径，见列表</numerusform>
        </translation>
    </message>
    <message>
        <source>Arguments, {0} lines</source>
        <translation>参数，{0} 行</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>AssistantSheet</name>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>Folders for commands, projects and skills, what the assistant remembers, and its additional tools.</source>
        <translation>命令、项目和技能的文件夹，助手记住的内容，以及它的附加工具。</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词汇本</translation>
    </message>
    <message>
        <source>Pomodoro</source>
        <translation>番茄钟</translation>
    </message>
</context>
<context>
    <name>AuditList</name>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>No result recorded</source>
        <translation>未记录结果</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>未允许</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 次调用</translation>
    </message>
    <message>
        <source>1 entry was deleted</source>
        <translation>已删除 1 个条目</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
    <message>
        <source>Open note</source>
        <translation>打开笔记</translation>
    </message>
    <message>
        <source>Log cleared</source>
        <translation>日志已清除</translation>
    </message>
    <message>
        <source>allowed by a rule</source>
        <translation>由规则允许</translation>
    </message>
    <message>
        <source>allowed by you</source>
        <translation>由你允许</translation>
    </message>
    <message>
        <source>allowed earlier</source>
        <translation>之前已允许</translation>
    </message>
    <message>
        <source>by you</source>
        <translation>由你清除</translation>
    </message>
    <message>
        <source>by {user}</source>
        <translation>由 {user} 清除</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>needs no approval</source>
        <translation>无需批准</translation>
    </message>
    <message>
        <source>no result recorded</source>
        <translation>未记录结果</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>未允许</translation>
    </message>
    <message>
        <source>refused by a rule</source>
        <translation>被规则拒绝</translation>
    </message>
    <message>
        <source>refused by you</source>
        <translation>被你拒绝</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>stopped by a check</source>
        <translation>被检查停止</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>{n} calls</source>
        <translation>{n} 次调用</translation>
    </message>
    <message>
        <source>{n} entries were deleted</source>
        <translation>已删除 {n} 个条目</translation>
    </message>
    <message>
        <source>invalid arguments</source>
        <translation>参数无效</translation>
    </message>
    <message>
        <source>no such tool</source>
        <translation>没有此工具</translation>
    </message>
    <message>
        <source>note not found</source>
        <translation>未找到笔记</translation>
    </message>
    <message>
        <source>folder not found</source>
        <translation>未找到文件夹</translation>
    </message>
    <message>
        <source>several notes match</source>
        <translation>有多篇笔记匹配</translation>
    </message>
    <message>
        <source>too dangerous</source>
        <translation>过于危险</translation>
    </message>
    <message>
        <source>too many calls</source>
        <translation>调用过多</translation>
    </message>
    <message>
        <source>no answer in time</source>
        <translation>未及时应答</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>太大</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>not written</source>
        <translation>未写入</translation>
    </message>
    <message>
        <source>search failed</source>
        <translation>搜索失败</translation>
    </message>
    <message>
        <source>list failed</source>
        <translation>列出失败</translation>
    </message>
    <message>
        <source>network error</source>
        <translation>网络错误</translation>
    </message>
    <message>
        <source>changed by another program</source>
        <translation>由其他程序更改</translation>
    </message>
</context>
<context>
    <name>AutostartCard</name>
    <message>
        <source>Start VaultDesk when you log in</source>
        <translation>登录时启动 VaultDesk</translation>
    </message>
    <message>
        <source>Start it without a window</source>
        <translation>启动时不显示窗口</translation>
    </message>
    <message>
        <source>It starts in the tray.</source>
        <translation>它在系统托盘中启动。</translation>
    </message>
    <message>
        <source>It starts minimized, because there is no tray icon to open it from.</source>
        <translation>它以最小化方式启动，因为系统托盘中没有可用来打开它的图标。</translation>
    </message>
    <message>
        <source>In a Flatpak, VaultDesk cannot set this up itself. Add VaultDesk to the startup programs in your desktop settings.</source>
        <translation>在 Flatpak 中，VaultDesk 无法自行设置。请在桌面设置中将 VaultDesk 添加到启动程序。</translation>
    </message>
    <message>
        <source>Not available while VAULTDESK_HOME sets the folder of VaultDesk.</source>
        <translation>由 VAULTDESK_HOME 指定 VaultDesk 的文件夹时不可用。</translation>
    </message>
    <message>
        <source>Move VaultDesk to the Applications folder first, and open it from there.</source>
        <translation>请先将 VaultDesk 移到“应用程序”文件夹，然后从那里打开。</translation>
    </message>
    <message>
        <source>Another copy is set to start: {0}. If you turn this on, this copy starts instead.</source>
        <translation>目前设为启动的是另一个副本：{0}。开启后，改为启动此副本。</translation>
    </message>
    <message>
        <source>The program set to start no longer exists: {0}. If you turn this on, this copy starts instead.</source>
        <translation>设为启动的程序已不存在：{0}。开启后，改为启动此副本。</translation>
    </message>
    <message>
        <source>It reopens what was open last. Nothing is sent automatically.</source>
        <translation>它会重新打开上次打开的内容。不会自动发送任何内容。</translation>
    </message>
</context>
<context>
    <name>BackgroundMode</name>
    <message>
        <source>It keeps running there. To quit, choose Quit in its menu or press {0} in its window.</source>
        <translation>它在那里继续运行。若要退出，请在其菜单中选择“退出”，或在其窗口中按 {0}。</translation>
    </message>
    <message>
        <source>VaultDesk is running in the tray</source>
        <translation>VaultDesk 正在系统托盘中运行</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
</context>
<context>
    <name>BlockIdWriter</name>
    <message>
        <source>The block ID ^{id} could not be written to “{note}”: {why}</source>
        <translation>无法将块标识 ^{id} 写入“{note}”：{why}</translation>
    </message>
</context>
<context>
    <name>BlockListPage</name>
    <message>
        <source>and {n} more</source>
        <translation>还有 {n} 个</translation>
    </message>
    <message>
        <source>It contains no text.</source>
        <translation>其中没有文本。</translation>
    </message>
    <message>
        <source>This canvas is not valid. Its source text is shown.</source>
        <translation>此白板无效。这里显示其源文本。</translation>
    </message>
    <message>
        <source>The cards of a canvas as a list. Open it in another program to see their layout.</source>
        <translation>以列表显示白板的卡片。请在其他程序中打开以查看布局。</translation>
    </message>
    <message>
        <source>The source text of a base. Open it in another program to see the table.</source>
        <translation>数据库文件的源文本。请在其他程序中打开以查看表格。</translation>
    </message>
</context>
<context>
    <name>BookmarkController</name>
    <message>
        <source>The bookmark could not be saved: {reason}.</source>
        <translation>无法保存书签：{reason}。</translation>
    </message>
    <message>
        <source>“{path}” no longer exists.</source>
        <translation>“{path}”已不存在。</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>在新标签页中打开</translation>
    </message>
    <message>
        <source>This bookmark is managed by Obsidian. Remove it there.</source>
        <translation>此书签由 Obsidian 管理。请在 Obsidian 中移除。</translation>
    </message>
    <message>
        <source>Remove from bookmarks</source>
        <translation>从书签中移除</translation>
    </message>
</context>
<context>
    <name>BookmarkView</name>
    <message>
        <source>Bookmarks</source>
        <translation>书签</translation>
    </message>
    <message>
        <source>{path} no longer exists.</source>
        <translation>{path} 已不存在。</translation>
    </message>
</context>
<context>
    <name>Breadcrumbs</name>
    <message>
        <source>Find in {folder}</source>
        <translation>在 {folder} 中查找</translation>
    </message>
    <message>
        <source>Other days</source>
        <translation>其他日期</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>阅读</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>{n} word</source>
        <translation>{n} 词</translation>
    </message>
    <message>
        <source>{n} words</source>
        <translation>{n} 词</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>在新标签页中打开</translation>
    </message>
    <message>
        <source>Where this note was sent</source>
        <translation>此笔记发送到了哪里</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
</context>
<context>
    <name>BudgetMeters</name>
    <message>
        <source>A question that would exceed this limit is not sent. Change the limit in Settings, Limits.</source>
        <translation>会超出此上限的问题不会发送。可在“设置”的“限制”中更改。</translation>
    </message>
    <message>
        <source>{0} of {1} today</source>
        <translation>今天 {0} / {1}</translation>
    </message>
    <message>
        <source>{0} of {1} in this chat</source>
        <translation>此对话 {0} / {1}</translation>
    </message>
    <message>
        <source>{0} of {1} by this agent today</source>
        <translation>此智能体今天 {0} / {1}</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 个 token</translation>
    </message>
</context>
<context>
    <name>CalendarPopup</name>
    <message>
        <source>Choose a day</source>
        <translation>选择日期</translation>
    </message>
    <message>
        <source>Previous month</source>
        <translation>上个月</translation>
    </message>
    <message>
        <source>Next month</source>
        <translation>下个月</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
</context>
<context>
    <name>CallFilters</name>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Any result</source>
        <translation>任何结果</translation>
    </message>
    <message>
        <source>All tools</source>
        <translation>所有工具</translation>
    </message>
    <message>
        <source>All agents</source>
        <translation>所有智能体</translation>
    </message>
</context>
<context>
    <name>CanvasPage</name>
    <message>
        <source>As a list</source>
        <translation>改为列表</translation>
    </message>
    <message>
        <source>Fit to window</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <source>This canvas is empty</source>
        <translation>此白板是空的</translation>
    </message>
    <message>
        <source>Add cards in a program that can edit it, such as Obsidian.</source>
        <translation>请在可编辑白板的程序（例如 Obsidian）中添加卡片。</translation>
    </message>
    <message>
        <source>{n} cards are not shown</source>
        <translation>有 {n} 张卡片未显示</translation>
    </message>
</context>
<context>
    <name>CanvasView</name>
    <message>
        <source>Text: {words}</source>
        <translation>文本：{words}</translation>
    </message>
    <message>
        <source>File: {words}</source>
        <translation>文件：{words}</translation>
    </message>
    <message>
        <source>Address: {words}</source>
        <translation>地址：{words}</translation>
    </message>
    <message>
        <source>Group: {words}</source>
        <translation>分组：{words}</translation>
    </message>
    <message>
        <source>{name} (missing)</source>
        <translation>{name}（缺失）</translation>
    </message>
    <message>
        <source>Cards: {n}</source>
        <translation>卡片：{n}</translation>
    </message>
</context>
<context>
    <name>CapabilityCheckCard</name>
    <message>
        <source>Check What It Can Do</source>
        <translation>检查能力</translation>
    </message>
    <message>
        <source>What {0} can do</source>
        <translation>{0} 的能力</translation>
    </message>
    <message>
        <source>tested on {0}</source>
        <translation>测试于 {0}</translation>
    </message>
    <message>
        <source>Check Again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Asks the model a few short questions. No note is sent.</source>
        <translation>向模型提几个简短的问题。不发送任何笔记。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stopped. The earlier results remain.</source>
        <translation>已停止。之前的结果予以保留。</translation>
    </message>
    <message>
        <source>Asking {0}…</source>
        <translation>正在询问 {0}…</translation>
    </message>
    <message>
        <source>Check finished.</source>
        <translation>检查完成。</translation>
    </message>
    <message>
        <source>Check finished with few results.</source>
        <translation>检查完成，结果很少。</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Long texts</source>
        <translation>长文本</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>can answer in JSON only</source>
        <translation>可以只用 JSON 回答</translation>
    </message>
    <message>
        <source>native</source>
        <translation>原生</translation>
    </message>
    <message>
        <source>text-based</source>
        <translation>基于文本</translation>
    </message>
    <message>
        <source>remembers their beginning</source>
        <translation>记得开头部分</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>supported</source>
        <translation>支持</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>{0}, several at once</source>
        <translation>{0}，可同时调用多个</translation>
    </message>
</context>
<context>
    <name>CardList</name>
    <message>
        <source>Actions</source>
        <translation>操作</translation>
    </message>
</context>
<context>
    <name>ChangeChecklist</name>
    <message>
        <source>All changes</source>
        <translation>全部更改</translation>
    </message>
    <message>
        <source>{0} of {1} changes</source>
        <translation>{0} / {1} 处更改</translation>
    </message>
    <message>
        <source>{0} of {1} change</source>
        <translation>{0} / {1} 处更改</translation>
    </message>
    <message>
        <source>Notes to change; Space ticks</source>
        <translation>要更改的笔记；按空格键勾选</translation>
    </message>
</context>
<context>
    <name>ChangeChoices</name>
    <message>
        <source>1 change</source>
        <translation>1 处更改</translation>
    </message>
    <message>
        <source>Repair 1 link</source>
        <translation>修复 1 个链接</translation>
    </message>
    <message>
        <source>Repair {0} links</source>
        <translation>修复 {0} 个链接</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>还有 {0} 个</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>deleted, {0}</source>
        <translation>删除，{0}</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>略去</translation>
    </message>
    <message>
        <source>left out, with the new name</source>
        <translation>与新名称一同略去</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>new note</source>
        <translation>新笔记</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>仓库根目录</translation>
    </message>
    <message>
        <source>to match the new name</source>
        <translation>以匹配新名称</translation>
    </message>
    <message>
        <source>{0} changes</source>
        <translation>{0} 处更改</translation>
    </message>
    <message>
        <source>{0} of {1} changes</source>
        <translation>{0} / {1} 处更改</translation>
    </message>
</context>
<context>
    <name>ChangeFooter</name>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>All changes can be undone in one step, from the notification or in Activity. If a note changes before you answer, you are asked again.</source>
        <translation>所有更改都可以一步撤销，可从通知或“活动”中操作。如果在你回答之前笔记有更改，会再次询问你。</translation>
    </message>
    <message>
        <source>All changes can be undone in one step.</source>
        <translation>所有更改都可以一步撤销。</translation>
    </message>
    <message>
        <source>Changes need your approval each time. This choice cannot be remembered.</source>
        <translation>更改每次都需要你批准。此选择无法记住。</translation>
    </message>
    <message>
        <source>Finish editing first.</source>
        <translation>请先完成编辑。</translation>
    </message>
    <message>
        <source>Nothing is ticked.</source>
        <translation>未勾选任何内容。</translation>
    </message>
    <message>
        <source>Delete 1 note</source>
        <translation>删除 1 篇笔记</translation>
    </message>
    <message>
        <source>Delete {n} notes</source>
        <translation>删除 {n} 篇笔记</translation>
    </message>
    <message>
        <source>Apply 1 change</source>
        <translation>应用 1 处更改</translation>
    </message>
    <message>
        <source>Apply {n} changes</source>
        <translation>应用 {n} 处更改</translation>
    </message>
    <message>
        <source>1 collapsed part removes or hides text. Review it before you apply.</source>
        <translation>有 1 处折叠部分会删除或隐藏文本。应用前请查看。</translation>
    </message>
    <message>
        <source>{0} collapsed parts remove or hide text. Review them before you apply.</source>
        <translation>有 {0} 处折叠部分会删除或隐藏文本。应用前请查看。</translation>
    </message>
    <message>
        <source>Apply nothing</source>
        <translation>不应用任何更改</translation>
    </message>
</context>
<context>
    <name>ChangeHistory</name>
    <message>
        <source>1 change</source>
        <translation>1 处更改</translation>
    </message>
    <message>
        <source>1 link</source>
        <translation>1 个链接</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 篇笔记</translation>
    </message>
    <message>
        <source>Another program changed this note at the same time. Its version was left in place; earlier versions are kept.</source>
        <translation>另一个程序同时更改了此笔记。其版本予以保留；早期版本也已保留。</translation>
    </message>
    <message>
        <source>Changed properties of {n} more notes</source>
        <translation>另有 {n} 篇笔记更改了属性</translation>
    </message>
    <message>
        <source>Changed tags of {n} more notes</source>
        <translation>另有 {n} 篇笔记更改了标签</translation>
    </message>
    <message>
        <source>Changed {n} more notes</source>
        <translation>另更改了 {n} 篇笔记</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Created {n} more notes</source>
        <translation>另创建了 {n} 篇笔记</translation>
    </message>
    <message>
        <source>Deleted {n} more notes</source>
        <translation>另删除了 {n} 篇笔记</translation>
    </message>
    <message>
        <source>Open note</source>
        <translation>打开笔记</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Redo all {n}</source>
        <translation>重做全部 {n} 处</translation>
    </message>
    <message>
        <source>Renamed {n} more notes</source>
        <translation>另重命名了 {n} 篇笔记</translation>
    </message>
    <message>
        <source>Repaired links in {n} more notes</source>
        <translation>修复了另外 {n} 篇笔记中的链接</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo all {n}</source>
        <translation>撤销全部 {n} 处</translation>
    </message>
    <message>
        <source>Without a chat question</source>
        <translation>没有对话问题</translation>
    </message>
    <message>
        <source>changed by another program</source>
        <translation>由其他程序更改</translation>
    </message>
    <message>
        <source>result not known</source>
        <translation>结果未知</translation>
    </message>
    <message>
        <source>not done</source>
        <translation>未完成</translation>
    </message>
    <message>
        <source>Changed properties of {name}</source>
        <translation>更改了 {name} 的属性</translation>
    </message>
    <message>
        <source>Changed tags of {name}</source>
        <translation>更改了 {name} 的标签</translation>
    </message>
    <message>
        <source>Changed {name}</source>
        <translation>更改了 {name}</translation>
    </message>
    <message>
        <source>Created {name}</source>
        <translation>创建了 {name}</translation>
    </message>
    <message>
        <source>Deleted {name}</source>
        <translation>删除了 {name}</translation>
    </message>
    <message>
        <source>Moved {name} to {folder}</source>
        <translation>将 {name} 移动到 {folder}</translation>
    </message>
    <message>
        <source>Repaired links in {names}</source>
        <translation>修复了 {names} 中的链接</translation>
    </message>
    <message>
        <source>Repaired links in {names} and {n} more</source>
        <translation>修复了 {names} 以及另外 {n} 篇笔记中的链接</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>仓库根目录</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>undone at {time}</source>
        <translation>已于 {time} 撤销</translation>
    </message>
    <message>
        <source>written, not confirmed</source>
        <translation>已写入，未确认</translation>
    </message>
    <message>
        <source>{n} changes</source>
        <translation>{n} 处更改</translation>
    </message>
    <message>
        <source>{n} links</source>
        <translation>{n} 个链接</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} 篇笔记</translation>
    </message>
</context>
<context>
    <name>ChangeReview</name>
    <message>
        <source>Changes, line by line</source>
        <translation>逐行更改</translation>
    </message>
</context>
<context>
    <name>ChatDock</name>
    <message>
        <source>Find in the chat</source>
        <translation>在对话中查找</translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>New chat</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Title of this chat</source>
        <translation>此对话的标题</translation>
    </message>
    <message>
        <source>Agent that answers</source>
        <translation>作答的智能体</translation>
    </message>
    <message>
        <source>New private chat: it is not saved</source>
        <translation>新建私密对话：不会保存</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>私密</translation>
    </message>
    <message>
        <source>This chat is not saved on this computer. It is discarded when its tab is closed.</source>
        <translation>此对话不保存在本机。关闭其标签页后即丢弃。</translation>
    </message>
    <message>
        <source>More about this chat</source>
        <translation>此对话的更多操作</translation>
    </message>
    <message>
        <source>Branch of</source>
        <translation>分支自</translation>
    </message>
    <message>
        <source>No question has been asked here yet.</source>
        <translation>这里还没有提过问题。</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Private chats are not saved.</source>
        <translation>私密对话不会保存。</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pin to the top of the list</source>
        <translation>置顶到列表</translation>
    </message>
    <message>
        <source>Copy conversation as Markdown</source>
        <translation>将对话复制为 Markdown</translation>
    </message>
    <message>
        <source>Show its note</source>
        <translation>显示其笔记</translation>
    </message>
    <message>
        <source>Stop saving it as a note</source>
        <translation>不再将其存为笔记</translation>
    </message>
    <message>
        <source>Save it as a note too</source>
        <translation>同时存为笔记</translation>
    </message>
    <message>
        <source>Close this conversation</source>
        <translation>关闭此对话</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>ChatLibrary</name>
    <message>
        <source>Its note has changed since, so nothing was undone.</source>
        <translation>它的笔记此后有更改，因此未撤销任何内容。</translation>
    </message>
</context>
<context>
    <name>ChatListController</name>
    <message>
        <source>New chat</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>Deleted “{0}”</source>
        <translation>已删除“{0}”</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>ChatNoteOffer</name>
    <message>
        <source>This note is a chat.</source>
        <translation>此笔记是一个对话。</translation>
    </message>
    <message>
        <source>Continue in the chat</source>
        <translation>在对话中继续</translation>
    </message>
</context>
<context>
    <name>ChatPlacement</name>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>The chat is in its own window</source>
        <translation>对话在独立窗口中</translation>
    </message>
    <message>
        <source>The chat is a tab</source>
        <translation>对话是标签页</translation>
    </message>
    <message>
        <source>Go to the chat</source>
        <translation>转到对话</translation>
    </message>
    <message>
        <source>Show it beside the note</source>
        <translation>在笔记旁显示</translation>
    </message>
    <message>
        <source>You can move it back here at any time.</source>
        <translation>你可以随时将它移回这里。</translation>
    </message>
    <message>
        <source>Position of the chat</source>
        <translation>对话的位置</translation>
    </message>
    <message>
        <source>Beside the note</source>
        <translation>在笔记旁</translation>
    </message>
    <message>
        <source>As a tab among the notes</source>
        <translation>作为笔记间的标签页</translation>
    </message>
    <message>
        <source>In its own window</source>
        <translation>在独立窗口中</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新建对话</translation>
    </message>
</context>
<context>
    <name>ChatPopup</name>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Find a chat</source>
        <translation>查找对话</translation>
    </message>
    <message>
        <source>Search titles and messages</source>
        <translation>搜索标题和消息</translation>
    </message>
    <message>
        <source>Title of the chat</source>
        <translation>对话标题</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Restore “{0}”</source>
        <translation>恢复“{0}”</translation>
    </message>
    <message>
        <source>No chat matches.</source>
        <translation>没有匹配的对话。</translation>
    </message>
    <message>
        <source>Your chats are listed here.</source>
        <translation>你的对话会列在这里。</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Found in chats</source>
        <translation>在对话中找到</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>最近 7 天</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>This chat is not saved.</source>
        <translation>此对话不会保存。</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已置顶</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>私密</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>answering…</source>
        <translation>正在回答…</translation>
    </message>
    <message>
        <source>Type to find {0} older chats</source>
        <translation>键入以查找 {0} 个更早的对话</translation>
    </message>
</context>
<context>
    <name>ChatSavingCard</name>
    <message>
        <source>Save chats as notes in this vault too</source>
        <translation>同时将对话存为此仓库的笔记</translation>
    </message>
    <message>
        <source>Chats are stored on this computer, outside the vault. If this is on, each chat is also saved as a note in the chat folder. Turning it off does not delete existing notes.</source>
        <translation>对话保存在本机，仓库之外。开启后，每个对话还会存为对话文件夹中的一篇笔记。关闭不会删除已有的笔记。</translation>
    </message>
</context>
<context>
    <name>ChatTabBar</name>
    <message>
        <source>Open chats</source>
        <translation>打开的对话</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新建对话</translation>
    </message>
    <message>
        <source>being answered</source>
        <translation>正在回答</translation>
    </message>
    <message>
        <source>waiting for you</source>
        <translation>等待你操作</translation>
    </message>
    <message>
        <source>answered, not read yet</source>
        <translation>已回答，未读</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}，{1}</translation>
    </message>
    <message>
        <source>Close this chat&apos;s tab</source>
        <translation>关闭此对话的标签页</translation>
    </message>
</context>
<context>
    <name>CheckListHeader</name>
    <message>
        <source>All</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>None</source>
        <translation>全不选</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Select None</source>
        <translation>全不选</translation>
    </message>
</context>
<context>
    <name>CheckRow</name>
    <message>
        <source>Copy the Command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>The command was copied.</source>
        <translation>命令已复制。</translation>
    </message>
</context>
<context>
    <name>CodeButtons</name>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>复制代码</translation>
    </message>
</context>
<context>
    <name>CommandCompletionSource</name>
    <message>
        <source>Enter inserts it into the question</source>
        <translation>按 Enter 插入到问题中</translation>
    </message>
    <message>
        <source>new command</source>
        <translation>新命令</translation>
    </message>
    <message>
        <source>New command…</source>
        <translation>新建命令…</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>A quick command of this vault. It is inserted into the question.</source>
        <translation>此仓库的快捷命令。它会插入到问题中。</translation>
    </message>
    <message>
        <source>Quick command</source>
        <translation>快捷命令</translation>
    </message>
    <message>
        <source>This command no longer exists.</source>
        <translation>此命令已不存在。</translation>
    </message>
    <message>
        <source>All commands</source>
        <translation>所有命令</translation>
    </message>
    <message>
        <source>Recently used</source>
        <translation>最近使用</translation>
    </message>
    <message>
        <source>also “{word}”</source>
        <translation>也称“{word}”</translation>
    </message>
    <message>
        <source>backlinks outgoing incoming</source>
        <translation>反向链接 出链 入链</translation>
    </message>
    <message>
        <source>dark night colors</source>
        <translation>深色 暗色 夜间 颜色</translation>
    </message>
    <message>
        <source>delete remove trash</source>
        <translation>删除 移除 回收站 废纸篓</translation>
    </message>
    <message>
        <source>export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>graph network map</source>
        <translation>关系图 图谱 网络</translation>
    </message>
    <message>
        <source>headings contents</source>
        <translation>标题 目录</translation>
    </message>
    <message>
        <source>history conversations</source>
        <translation>历史 会话 聊天</translation>
    </message>
    <message>
        <source>history versions log</source>
        <translation>历史 版本 日志</translation>
    </message>
    <message>
        <source>preferences options models</source>
        <translation>偏好设置 首选项 选项 模型</translation>
    </message>
    <message>
        <source>preview source mode</source>
        <translation>预览 源码 模式</translation>
    </message>
    <message>
        <source>relocate</source>
        <translation>转移</translation>
    </message>
    <message>
        <source>sidebar panel</source>
        <translation>侧边栏 面板</translation>
    </message>
    <message>
        <source>substitute</source>
        <translation>替代</translation>
    </message>
    <message>
        <source>{some} of {total}</source>
        <translation>{some} / {total}</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>What would leave this computer</source>
        <translation>将离开本机的内容</translation>
    </message>
    <message>
        <source>The text is too long to paste here. Save it as a note and ask about the note.</source>
        <translation>文本太长，无法粘贴到这里。请存为笔记，再就该笔记提问。</translation>
    </message>
</context>
<context>
    <name>ComposerController</name>
    <message>
        <source>Summary of the earlier conversation:</source>
        <translation>早前对话的摘要：</translation>
    </message>
</context>
<context>
    <name>ConsentText</name>
    <message>
        <source>**Nothing leaves this computer.**</source>
        <translation>**没有内容离开本机。**</translation>
    </message>
    <message>
        <source>**Nothing** leaves this computer for **{host}**</source>
        <translation>**没有任何内容**会离开本机发送到 **{host}**</translation>
    </message>
    <message>
        <source>About **1 token** leaves this computer for **{host}**</source>
        <translation>约 **1 个 token** 将离开本机，发送到 **{host}**</translation>
    </message>
    <message>
        <source>About **{n} tokens** leave this computer for **{host}**</source>
        <translation>约 **{n} 个 token** 将离开本机，发送到 **{host}**</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>始终</translation>
    </message>
    <message>
        <source>Approve and Execute</source>
        <translation>批准并执行</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Don’t Send</source>
        <translation>不发送</translation>
    </message>
    <message>
        <source>Exactly the ticked text goes to {who} at {host}, about {n} tokens of it. It is recorded in “What left this computer”.</source>
        <translation>只有勾选的文本会发送给 {host} 的 {who}，约 {n} 个 token。发送情况会记录在“离开本机的内容”中。</translation>
    </message>
    <message>
        <source>Found for “{words}”. The model reads them to answer your question.</source>
        <translation>搜索“{words}”的结果。模型会读取它们来回答你的问题。</translation>
    </message>
    <message>
        <source>Found on this computer. The model reads what is ticked to answer your question.</source>
        <translation>在本机找到。模型会读取勾选的内容来回答你的问题。</translation>
    </message>
    <message>
        <source>Let the assistant read 1 note?</source>
        <translation>允许助手读取 1 篇笔记吗？</translation>
    </message>
    <message>
        <source>Let the assistant read 1 passage and 1 whole note?</source>
        <translation>允许助手读取 1 个段落和 1 篇完整的笔记吗？</translation>
    </message>
    <message>
        <source>Let the assistant read 1 passage and {notes} whole notes?</source>
        <translation>允许助手读取 1 个段落和 {notes} 篇完整的笔记吗？</translation>
    </message>
    <message>
        <source>Let the assistant read 1 passage of 1 note?</source>
        <translation>允许助手读取 1 篇笔记中的 1 个段落吗？</translation>
    </message>
    <message>
        <source>Let the assistant read 1 result?</source>
        <translation>允许助手读取 1 条结果吗？</translation>
    </message>
    <message>
        <source>Let the assistant read what was found?</source>
        <translation>允许助手读取找到的内容吗？</translation>
    </message>
    <message>
        <source>Let the assistant read {n} notes?</source>
        <translation>允许助手读取 {n} 篇笔记吗？</translation>
    </message>
    <message>
        <source>Let the assistant read {n} results?</source>
        <translation>允许助手读取 {n} 条结果吗？</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages and 1 whole note?</source>
        <translation>允许助手读取 {passages} 个段落和 1 篇完整的笔记吗？</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages and {notes} whole notes?</source>
        <translation>允许助手读取 {passages} 个段落和 {notes} 篇完整的笔记吗？</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages of 1 note?</source>
        <translation>允许助手读取 1 篇笔记中的 {passages} 个段落吗？</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages of {notes} notes?</source>
        <translation>允许助手读取 {notes} 篇笔记中的 {passages} 个段落吗？</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages?</source>
        <translation>允许助手读取 {passages} 个段落吗？</translation>
    </message>
    <message>
        <source>Nothing is sent to {who}</source>
        <translation>不向 {who} 发送任何内容</translation>
    </message>
    <message>
        <source>Nothing leaves this computer.</source>
        <translation>没有内容离开本机。</translation>
    </message>
    <message>
        <source>Nothing of this has reached the model yet.</source>
        <translation>这些内容尚未到达模型。</translation>
    </message>
    <message>
        <source>Nothing was found for the assistant to read</source>
        <translation>没有找到可供助手读取的内容</translation>
    </message>
    <message>
        <source>Nothing was found to send to {who}</source>
        <translation>没有找到可发送给 {who} 的内容</translation>
    </message>
    <message>
        <source>Read 1 note</source>
        <translation>读取 1 篇笔记</translation>
    </message>
    <message>
        <source>Read 1 passage</source>
        <translation>读取 1 个段落</translation>
    </message>
    <message>
        <source>Read 1 result</source>
        <translation>读取 1 条结果</translation>
    </message>
    <message>
        <source>Read What Is Ticked</source>
        <translation>读取勾选的内容</translation>
    </message>
    <message>
        <source>Read {n} notes</source>
        <translation>读取 {n} 篇笔记</translation>
    </message>
    <message>
        <source>Read {n} passages</source>
        <translation>读取 {n} 个段落</translation>
    </message>
    <message>
        <source>Read {n} results</source>
        <translation>读取 {n} 条结果</translation>
    </message>
    <message>
        <source>Reading in this vault, always</source>
        <translation>始终可读取此仓库中的笔记</translation>
    </message>
    <message>
        <source>Reading in this vault, until this chat ends</source>
        <translation>此对话结束前可读取此仓库中的笔记</translation>
    </message>
    <message>
        <source>Reading inside {0}, always</source>
        <translation>始终可读取 {0} 中的笔记</translation>
    </message>
    <message>
        <source>Reading inside {0}, until this chat ends</source>
        <translation>此对话结束前可读取 {0} 中的笔记</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Searched for “{words}”. Other terms may find more.</source>
        <translation>搜索了“{words}”。换些词也许能找到更多。</translation>
    </message>
    <message>
        <source>Searching this vault, always</source>
        <translation>始终可搜索此仓库</translation>
    </message>
    <message>
        <source>Searching this vault, until this chat ends</source>
        <translation>此对话结束前可搜索此仓库</translation>
    </message>
    <message>
        <source>Send 1 note</source>
        <translation>发送 1 篇笔记</translation>
    </message>
    <message>
        <source>Send 1 note to {who}?</source>
        <translation>要将 1 篇笔记发送给 {who} 吗？</translation>
    </message>
    <message>
        <source>Send 1 passage</source>
        <translation>发送 1 个段落</translation>
    </message>
    <message>
        <source>Send 1 passage and 1 whole note to {who}?</source>
        <translation>要将 1 个段落和 1 篇完整的笔记发送给 {who} 吗？</translation>
    </message>
    <message>
        <source>Send 1 passage and {notes} whole notes to {who}?</source>
        <translation>要将 1 个段落和 {notes} 篇完整的笔记发送给 {who} 吗？</translation>
    </message>
    <message>
        <source>Send 1 passage of 1 note to {who}?</source>
        <translation>要将 1 篇笔记中的 1 个段落发送给 {who} 吗？</translation>
    </message>
    <message>
        <source>Send 1 result</source>
        <translation>发送 1 条结果</translation>
    </message>
    <message>
        <source>Send 1 result to {who}?</source>
        <translation>要将 1 条结果发送给 {who} 吗？</translation>
    </message>
    <message>
        <source>Send What Is Ticked</source>
        <translation>发送勾选的内容</translation>
    </message>
    <message>
        <source>Send what was found to {who}?</source>
        <translation>要将找到的内容发送给 {who} 吗？</translation>
    </message>
    <message>
        <source>Send {n} notes</source>
        <translation>发送 {n} 篇笔记</translation>
    </message>
    <message>
        <source>Send {n} notes to {who}?</source>
        <translation>要将 {n} 篇笔记发送给 {who} 吗？</translation>
    </message>
    <message>
        <source>Send {n} passages</source>
        <translation>发送 {n} 个段落</translation>
    </message>
    <message>
        <source>Send {n} results</source>
        <translation>发送 {n} 条结果</translation>
    </message>
    <message>
        <source>Send {n} results to {who}?</source>
        <translation>要将 {n} 条结果发送给 {who} 吗？</translation>
    </message>
    <message>
        <source>Send {passages} passages and 1 whole note to {who}?</source>
        <translation>要将 {passages} 个段落和 1 篇完整的笔记发送给 {who} 吗？</translation>
    </message>
    <message>
        <source>Send {passages} passages and {notes} whole notes to {who}?</source>
        <translation>要将 {passages} 个段落和 {notes} 篇完整的笔记发送给 {who} 吗？</translation>
    </message>
    <message>
        <source>Send {passages} passages of 1 note to {who}?</source>
        <translation>要将 1 篇笔记中的 {passages} 个段落发送给 {who} 吗？</translation>
    </message>
    <message>
        <source>Send {passages} passages of {notes} notes to {who}?</source>
        <translation>要将 {notes} 篇笔记中的 {passages} 个段落发送给 {who} 吗？</translation>
    </message>
    <message>
        <source>Send {passages} passages to {who}?</source>
        <translation>要将 {passages} 个段落发送给 {who} 吗？</translation>
    </message>
    <message>
        <source>The assistant reads nothing</source>
        <translation>助手不读取任何内容</translation>
    </message>
    <message>
        <source>The model asks to read it.</source>
        <translation>模型请求读取它。</translation>
    </message>
    <message>
        <source>The model asks to read it. Its reason: {words}</source>
        <translation>模型请求读取它。其理由：{words}</translation>
    </message>
    <message>
        <source>The model asks to read them.</source>
        <translation>模型请求读取它们。</translation>
    </message>
    <message>
        <source>The model asks to read them. Its reason: {words}</source>
        <translation>模型请求读取它们。其理由：{words}</translation>
    </message>
    <message>
        <source>The model’s reason: {words}</source>
        <translation>模型的理由：{words}</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>此对话</translation>
    </message>
    <message>
        <source>This time</source>
        <translation>仅此一次</translation>
    </message>
    <message>
        <source>This time only</source>
        <translation>仅此一次</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>“{0}”</translation>
    </message>
</context>
<context>
    <name>ContextChip</name>
    <message>
        <source>Remove {name}</source>
        <translation>移除 {name}</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>不发送</translation>
    </message>
    <message>
        <source>Backspace removes it</source>
        <translation>按 Backspace 移除</translation>
    </message>
</context>
<context>
    <name>ContextController</name>
    <message>
        <source>The chosen model cannot see pictures.</source>
        <translation>所选模型无法查看图片。</translation>
    </message>
    <message>
        <source>You dropped {0} files. Drop at most {1} at once.</source>
        <translation>你拖入了 {0} 个文件。一次最多拖入 {1} 个。</translation>
    </message>
    <message>
        <source>Pasted picture {0}</source>
        <translation>粘贴的图片 {0}</translation>
    </message>
    <message>
        <source>Pasted picture</source>
        <translation>粘贴的图片</translation>
    </message>
</context>
<context>
    <name>ContextRing</name>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>{used} of {window} tokens of the model’s context window ({part} %)</source>
        <translation>模型上下文窗口 {window} 个 token，已用 {used} 个（{part} %）</translation>
    </message>
    <message>
        <source>About {0} tokens. The size of the model’s context window is not known.</source>
        <translation>约 {0} 个 token。模型上下文窗口的大小未知。</translation>
    </message>
    <message>
        <source>{n} message is summarized</source>
        <translation>已概括 {n} 条消息</translation>
    </message>
    <message>
        <source>{n} messages are summarized</source>
        <translation>已概括 {n} 条消息</translation>
    </message>
    <message>
        <source>Context: {0}</source>
        <translation>上下文：{0}</translation>
    </message>
</context>
<context>
    <name>ContextTray</name>
    <message>
        <source>Attached context</source>
        <translation>附上的上下文</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Whole vault</source>
        <translation>整个仓库</translation>
    </message>
    <message>
        <source>open note</source>
        <translation>打开的笔记</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} 篇笔记</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} 篇笔记</translation>
    </message>
    <message>
        <source>{n} token</source>
        <translation>{n} 个 token</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} 个 token</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>“{0}”</translation>
    </message>
</context>
<context>
    <name>ConversationController</name>
    <message>
        <source>An internal error occurred</source>
        <translation>发生内部错误</translation>
    </message>
    <message>
        <source>See the log for details.</source>
        <translation>详细信息见日志。</translation>
    </message>
</context>
<context>
    <name>ConversationMarkdown</name>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>Cut off</source>
        <translation>已截断</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
</context>
<context>
    <name>ConversationTabs</name>
    <message>
        <source>The private chat was discarded.</source>
        <translation>私密对话已丢弃。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>“{0}” is still being answered.</source>
        <translation>“{0}”仍在回答中。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>A change of its note revokes this.</source>
        <translation>更改其笔记即会撤销此许可。</translation>
    </message>
    <message>
        <source>A change of “{0}” was interrupted and not made. The note is unchanged.</source>
        <translation>对“{0}”的更改被中断，未执行。笔记没有变化。</translation>
    </message>
    <message>
        <source>A change of “{0}” was interrupted, and the note cannot be read now.</source>
        <translation>对“{0}”的更改被中断，目前无法读取该笔记。</translation>
    </message>
    <message>
        <source>A set of changes was interrupted, and its change of “{0}” was rolled back.</source>
        <translation>一组更改被中断，其中对“{0}”的更改已回滚。</translation>
    </message>
    <message>
        <source>A chat has the property {0}.</source>
        <translation>对话有属性 {0}。</translation>
    </message>
    <message>
        <source>A disk in memory ({0}), {1} free: notes are gone when the computer is switched off.</source>
        <translation>内存中的磁盘（{0}），可用 {1}：关机后笔记就会消失。</translation>
    </message>
    <message>
        <source>A drive, a keyring or a server may not be responding. Check it, then run the check again.</source>
        <translation>可能有驱动器、密钥环或服务器没有响应。请检查后重新运行检查。</translation>
    </message>
    <message>
        <source>A file system of another program ({0}), {1} free.</source>
        <translation>其他程序的文件系统（{0}），可用 {1}。</translation>
    </message>
    <message>
        <source>A folder of the host computer ({0}), {1} free.</source>
        <translation>宿主计算机的文件夹（{0}），可用 {1}。</translation>
    </message>
    <message>
        <source>A gateway in front of {0} cannot reach the server (status {1})</source>
        <translation>{0} 前的网关无法连接到服务器（状态 {1}）</translation>
    </message>
    <message>
        <source>A key consists of letters, digits and punctuation without spaces. Copy the complete key again.</source>
        <translation>密钥由字母、数字和标点组成，不含空格。请重新复制完整的密钥。</translation>
    </message>
    <message>
        <source>A message from an unknown sender was left out.</source>
        <translation>略去了一条发送者未知的消息。</translation>
    </message>
    <message>
        <source>A message from an unknown sender was imported as yours.</source>
        <translation>一条发送者未知的消息已作为你的消息导入。</translation>
    </message>
    <message>
        <source>A message without a readable time got the time of the message before it.</source>
        <translation>一条时间无法读取的消息采用了前一条消息的时间。</translation>
    </message>
    <message>
        <source>A name inside a property is longer than {0} characters</source>
        <translation>属性内的某个名称超过 {0} 个字符</translation>
    </message>
    <message>
        <source>A network drive ({0}), {1} free. Saving takes longer, and notes cannot be read while it is disconnected.</source>
        <translation>网络驱动器（{0}），可用 {1}。保存较慢，断开期间无法读取笔记。</translation>
    </message>
    <message>
        <source>A newer version of VaultDesk may support it.</source>
        <translation>更新版本的 VaultDesk 可能支持它。</translation>
    </message>
    <message>
        <source>A picture was not imported: it is too large or not in the export.</source>
        <translation>有一张图片未导入：它过大，或不在导出文件中。</translation>
    </message>
    <message>
        <source>A property cannot be nested more than {0} deep</source>
        <translation>属性的嵌套不能超过 {0} 层</translation>
    </message>
    <message>
        <source>A property has a value that cannot be written</source>
        <translation>某个属性的值无法写入</translation>
    </message>
    <message>
        <source>A recording was left out; its text is included.</source>
        <translation>略去了一段录音；其文本已包含在内。</translation>
    </message>
    <message>
        <source>A removable drive ({0}), {1} free. It stores times to two seconds and no permissions, and is easily damaged if it is not ejected.</source>
        <translation>可移动驱动器（{0}），可用 {1}。时间只精确到两秒，不保存权限，未弹出就拔下容易损坏。</translation>
    </message>
    <message>
        <source>A tag consists of letters, digits, _ - and /, without spaces, and not only of digits.</source>
        <translation>标签由字母、数字、_ - 和 / 组成，不含空格，也不能只有数字。</translation>
    </message>
    <message>
        <source>A window can be shown.</source>
        <translation>可以显示窗口。</translation>
    </message>
    <message>
        <source>A window can be shown: {0}.</source>
        <translation>可以显示窗口：{0}。</translation>
    </message>
    <message>
        <source>About {0} token goes to {1}. None of it is from your notes.</source>
        <translation>约 {0} 个 token 将发送到 {1}。其中没有你笔记的内容。</translation>
    </message>
    <message>
        <source>About {0} tokens go to {1}. None of it is from your notes.</source>
        <translation>约 {0} 个 token 将发送到 {1}。其中没有你笔记的内容。</translation>
    </message>
    <message>
        <source>Add credit there, or choose another provider.</source>
        <translation>请在那里充值，或选择其他提供商。</translation>
    </message>
    <message>
        <source>Add json to search.formats in its settings.yml and restart it.</source>
        <translation>请在其 settings.yml 的 search.formats 中添加 json，然后重新启动。</translation>
    </message>
    <message>
        <source>Add tags</source>
        <translation>添加标签</translation>
    </message>
    <message>
        <source>Add the key in the settings.</source>
        <translation>请在设置中添加密钥。</translation>
    </message>
    <message>
        <source>Add to vocabulary</source>
        <translation>加入词汇本</translation>
    </message>
    <message>
        <source>Add {0} to</source>
        <translation>将 {0} 添加到</translation>
    </message>
    <message>
        <source>Add “{0}” to your vocabulary</source>
        <translation>将“{0}”加入你的词汇本</translation>
    </message>
    <message>
        <source>After this change your privacy rules would protect this note less, or not at all.</source>
        <translation>更改之后，你的隐私规则对此笔记的保护会减弱或完全失效。</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Portable: all in one folder next to the program: {0}</source>
        <translation>便携版：全部在程序旁的一个文件夹中：{0}</translation>
    </message>
    <message>
        <source>All in one folder, set by {0}: {1}</source>
        <translation>全部在一个文件夹中，由 {0} 设定：{1}</translation>
    </message>
    <message>
        <source>All files are present.</source>
        <translation>所有文件齐全。</translation>
    </message>
    <message>
        <source>Allow the address of this network in the account at the provider, or use another network.</source>
        <translation>请在提供商的账户中允许此网络的地址，或使用其他网络。</translation>
    </message>
    <message>
        <source>Addresses that contain a user name are not fetched</source>
        <translation>不会获取含有用户名的地址</translation>
    </message>
    <message>
        <source>An address with a zone is in a local network</source>
        <translation>带区域的地址位于本地网络</translation>
    </message>
    <message>
        <source>An answer of several agents was imported as one message.</source>
        <translation>多个智能体的回答已作为一条消息导入。</translation>
    </message>
    <message>
        <source>An earlier version of the note is damaged.</source>
        <translation>笔记的一个早期版本已损坏。</translation>
    </message>
    <message>
        <source>An entry of the export is not a conversation.</source>
        <translation>导出文件中有一个条目不是对话。</translation>
    </message>
    <message>
        <source>Another VaultDesk (process {0}) has this vault open, so it can only be read here.</source>
        <translation>另一个 VaultDesk（进程 {0}）已打开此仓库，因此这里只能读取。</translation>
    </message>
    <message>
        <source>Another VaultDesk has this vault open, so it can only be read here.</source>
        <translation>另一个 VaultDesk 已打开此仓库，因此这里只能读取。</translation>
    </message>
    <message>
        <source>Another program wrote it at the same moment. The earlier versions are in the list of changes.</source>
        <translation>另一个程序同时写入了它。早期版本在更改列表中。</translation>
    </message>
    <message>
        <source>Answers in JSON: {0}</source>
        <translation>以 JSON 回答：{0}</translation>
    </message>
    <message>
        <source>Append to</source>
        <translation>追加到</translation>
    </message>
    <message>
        <source>Apply a template</source>
        <translation>应用模板</translation>
    </message>
    <message>
        <source>Apply the template “{0}” to</source>
        <translation>将模板“{0}”应用到</translation>
    </message>
    <message>
        <source>Armenian</source>
        <translation>亚美尼亚字母</translation>
    </message>
    <message>
        <source>Ask again after the limit is renewed, or choose another model or provider.</source>
        <translation>请在限额恢复后重新提问，或选择其他模型或提供商。</translation>
    </message>
    <message>
        <source>Ask again in a moment.</source>
        <translation>请稍后再问。</translation>
    </message>
    <message>
        <source>Ask again in {0}.</source>
        <translation>请在 {0} 后再问。</translation>
    </message>
    <message>
        <source>Ask again, in other words.</source>
        <translation>请换个说法重新提问。</translation>
    </message>
    <message>
        <source>Ask again, or choose another model.</source>
        <translation>请重新提问，或选择其他模型。</translation>
    </message>
    <message>
        <source>Ask again, or write it yourself.</source>
        <translation>请重新提问，或自己编写。</translation>
    </message>
    <message>
        <source>Ask again.</source>
        <translation>请重新提问。</translation>
    </message>
    <message>
        <source>Ask again. If this repeats, choose another tool mode in the settings of the provider.</source>
        <translation>请重新提问。如果此错误反复出现，请在提供商设置的“工具”中选择其他方式。</translation>
    </message>
    <message>
        <source>Ask again. If this repeats, see the log of the server.</source>
        <translation>请重新提问。如果此错误反复出现，可在服务器的日志中查看原因。</translation>
    </message>
    <message>
        <source>Ask again. VaultDesk now uses text-based tools with this model.</source>
        <translation>请重新提问。VaultDesk 现在对此模型使用基于文本的工具。</translation>
    </message>
    <message>
        <source>Ask again to restart it. If it ends again, choose a smaller model or context window.</source>
        <translation>请重新提问：它会重新启动。如果再次退出，请选择较小的模型或上下文窗口。</translation>
    </message>
    <message>
        <source>Ask again to restart it. What arrived so far is kept.</source>
        <translation>请重新提问以重新启动它。目前收到的内容已保留。</translation>
    </message>
    <message>
        <source>Ask again; what arrived so far is kept, and none of its tool calls was run.</source>
        <translation>请重新提问；目前收到的内容已保留，其中的工具调用均未运行。</translation>
    </message>
    <message>
        <source>Ask again; what arrived so far is kept.</source>
        <translation>请重新提问；目前收到的内容已保留。</translation>
    </message>
    <message>
        <source>Try a smaller page.</source>
        <translation>请尝试较小的网页。</translation>
    </message>
    <message>
        <source>Ask in other words, or choose another model.</source>
        <translation>请换种说法，或选择其他模型。</translation>
    </message>
    <message>
        <source>Ask in words what you want to know from your notes.</source>
        <translation>请用文字提出你想从笔记中了解的内容。</translation>
    </message>
    <message>
        <source>Ask one first.</source>
        <translation>请先提一个问题。</translation>
    </message>
    <message>
        <source>Ask you</source>
        <translation>向你提问</translation>
    </message>
    <message>
        <source>Asking a long question…</source>
        <translation>正在提出长问题…</translation>
    </message>
    <message>
        <source>Retrying in {0} s ({1} of {2}).</source>
        <translation>{0} 秒后重试（第 {1} 次，共 {2} 次）。</translation>
    </message>
    <message>
        <source>Asking for JSON…</source>
        <translation>正在请求 JSON…</translation>
    </message>
    <message>
        <source>Asking for a text-based tool call, as &lt;tool_call&gt;…</source>
        <translation>正在请求基于文本的工具调用，形式为 &lt;tool_call&gt;…</translation>
    </message>
    <message>
        <source>Asking for a text-based tool call, as &lt;use_tool&gt;…</source>
        <translation>正在请求基于文本的工具调用，形式为 &lt;use_tool&gt;…</translation>
    </message>
    <message>
        <source>Asking for one tool call…</source>
        <translation>正在请求一次工具调用…</translation>
    </message>
    <message>
        <source>Asking for two tool calls in one answer…</source>
        <translation>正在请求在一个回答中调用两个工具…</translation>
    </message>
    <message>
        <source>At most {0}.</source>
        <translation>最多 {0}。</translation>
    </message>
    <message>
        <source>Attach less, set a larger context window in the server&apos;s settings, or choose another model.</source>
        <translation>请减少附加的内容，在服务器的设置中增大上下文窗口，或选择其他模型。</translation>
    </message>
    <message>
        <source>Attach less, start a new chat, or choose another model.</source>
        <translation>请减少附加的内容，开始新对话，或选择其他模型。</translation>
    </message>
    <message>
        <source>Assign a shortcut to this command in the settings of the desktop.</source>
        <translation>请在桌面的设置中为此命令指定快捷键。</translation>
    </message>
    <message>
        <source>Brave Search does not accept the key</source>
        <translation>Brave Search 不接受此密钥</translation>
    </message>
    <message>
        <source>Change many notes</source>
        <translation>更改多篇笔记</translation>
    </message>
    <message>
        <source>Change nothing</source>
        <translation>不做任何更改</translation>
    </message>
    <message>
        <source>Change properties</source>
        <translation>更改属性</translation>
    </message>
    <message>
        <source>Change properties of</source>
        <translation>更改属性</translation>
    </message>
    <message>
        <source>Change that line in an editor.</source>
        <translation>请在编辑器中修改该行。</translation>
    </message>
    <message>
        <source>Change these settings in the account at the provider, or choose another model.</source>
        <translation>请在提供商的账户中更改这些设置，或选择其他模型。</translation>
    </message>
    <message>
        <source>Change {0} note</source>
        <translation>更改 {0} 篇笔记</translation>
    </message>
    <message>
        <source>Change {0} notes</source>
        <translation>更改 {0} 篇笔记</translation>
    </message>
    <message>
        <source>Changes made by other programs may be missed: the system allows no more watched folders.</source>
        <translation>可能会遗漏其他程序所做的更改：系统不允许监视更多文件夹。</translation>
    </message>
    <message>
        <source>Changes made by other programs may be missed: the vault&apos;s folder cannot be watched.</source>
        <translation>可能会遗漏其他程序所做的更改：无法监视仓库文件夹。</translation>
    </message>
    <message>
        <source>A network drive ({0}) does not report changes made on other computers: the folder is compared every minute, and whenever you return to the window.</source>
        <translation>网络驱动器（{0}）不会报告在其他计算机上所做的更改：每分钟以及每次回到窗口时都会比对文件夹。</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Chats cannot be saved on this computer: {0}.</source>
        <translation>无法在本机保存对话：{0}。</translation>
    </message>
    <message>
        <source>Check a change against {0}</source>
        <translation>将更改与{0}核对</translation>
    </message>
    <message>
        <source>Check it in Settings.</source>
        <translation>请在“设置”中检查。</translation>
    </message>
    <message>
        <source>Check it in Settings: it may be mistyped or no longer valid.</source>
        <translation>请在“设置”中检查：它可能输入有误或已失效。</translation>
    </message>
    <message>
        <source>Check its address in Settings, Web, and HTTPS_PROXY.</source>
        <translation>请在“设置”的“网络搜索”中检查其地址，并检查 HTTPS_PROXY。</translation>
    </message>
    <message>
        <source>Check its address in Settings, Web.</source>
        <translation>请在“设置”的“网络搜索”中检查其地址。</translation>
    </message>
    <message>
        <source>Check its address in {0}.</source>
        <translation>请在 {0} 中检查其地址。</translation>
    </message>
    <message>
        <source>Check its key and address in Settings.</source>
        <translation>请在“设置”中检查其密钥和地址。</translation>
    </message>
    <message>
        <source>Check model_provider in the settings of codex, then ask again.</source>
        <translation>请检查 codex 设置中的 model_provider，然后重新提问。</translation>
    </message>
    <message>
        <source>Check that it is there.</source>
        <translation>请检查它是否存在。</translation>
    </message>
    <message>
        <source>Check that it still exists and may be read.</source>
        <translation>请检查它是否仍存在且可读取。</translation>
    </message>
    <message>
        <source>Check that its disk is connected.</source>
        <translation>请检查其磁盘是否已连接。</translation>
    </message>
    <message>
        <source>Check that its folder exists and may be written.</source>
        <translation>请检查其文件夹是否存在且可写。</translation>
    </message>
    <message>
        <source>Check that its folder may be written and the disk is not full.</source>
        <translation>请检查其文件夹是否可写，以及磁盘是否已满。</translation>
    </message>
    <message>
        <source>Check that the computer {0} is on and in the same network.</source>
        <translation>请检查电脑 {0} 是否已开机，并且在同一网络中。</translation>
    </message>
    <message>
        <source>Check that the disk is connected and healthy, then try again.</source>
        <translation>请检查磁盘是否已连接且状况良好，然后重试。</translation>
    </message>
    <message>
        <source>Check that this computer is online, or ask again later.</source>
        <translation>请检查本机是否联网，或稍后重新提问。</translation>
    </message>
    <message>
        <source>Check that this computer is online, then ask again.</source>
        <translation>请检查本机是否联网，然后重新提问。</translation>
    </message>
    <message>
        <source>Check that this computer is online.</source>
        <translation>请检查本机是否联网。</translation>
    </message>
    <message>
        <source>Check that this computer is online. Pages are fetched directly, not through a proxy.</source>
        <translation>请检查本机是否联网。网页直接获取，不经过代理。</translation>
    </message>
    <message>
        <source>Check that you may read it.</source>
        <translation>请检查你是否有读取权限。</translation>
    </message>
    <message>
        <source>Check that {0} is running, then ask again.</source>
        <translation>请检查 {0} 是否正在运行，然后重新提问。</translation>
    </message>
    <message>
        <source>Check the address and the connection.</source>
        <translation>请检查地址和连接。</translation>
    </message>
    <message>
        <source>Check the address and the key.</source>
        <translation>请检查地址和密钥。</translation>
    </message>
    <message>
        <source>Check the address of the model provider in the settings of codex.</source>
        <translation>请检查 codex 设置中模型提供商的地址。</translation>
    </message>
    <message>
        <source>Check the address, and that this computer is online.</source>
        <translation>请检查地址，以及本机是否联网。</translation>
    </message>
    <message>
        <source>Check the address.</source>
        <translation>请检查地址。</translation>
    </message>
    <message>
        <source>Check the disk before you switch the computer off.</source>
        <translation>关闭计算机前请检查磁盘。</translation>
    </message>
    <message>
        <source>Check the disk where VaultDesk keeps its data.</source>
        <translation>请检查 VaultDesk 存放数据的磁盘。</translation>
    </message>
    <message>
        <source>Check the disk, then rebuild the index.</source>
        <translation>请检查磁盘，然后重建索引。</translation>
    </message>
    <message>
        <source>Check the disk, then save again. The note on disk is unchanged.</source>
        <translation>请检查磁盘后重新保存。磁盘上的笔记未变。</translation>
    </message>
    <message>
        <source>Check the file&apos;s permissions.</source>
        <translation>请检查文件的权限。</translation>
    </message>
    <message>
        <source>Check the file.</source>
        <translation>请检查文件。</translation>
    </message>
    <message>
        <source>Check the model and the provider in Settings.</source>
        <translation>请在“设置”中检查模型和提供商。</translation>
    </message>
    <message>
        <source>Check the path, or open another folder.</source>
        <translation>请检查路径，或打开其他文件夹。</translation>
    </message>
    <message>
        <source>Check the permissions of the folder of VaultDesk&apos;s data.</source>
        <translation>请检查 VaultDesk 数据文件夹的权限。</translation>
    </message>
    <message>
        <source>Check the permissions of the folder, then save again. The note on disk is unchanged.</source>
        <translation>请检查文件夹权限后重新保存。磁盘上的笔记未变。</translation>
    </message>
    <message>
        <source>Check the provider&apos;s address in Settings, and that this computer is online.</source>
        <translation>请在“设置”中检查提供商的地址，并检查本机是否联网。</translation>
    </message>
    <message>
        <source>Check the provider&apos;s address in Settings.</source>
        <translation>请在“设置”中检查提供商的地址。</translation>
    </message>
    <message>
        <source>Check the provider&apos;s address in Settings; it usually ends in /v1.</source>
        <translation>请在“设置”中检查提供商的地址；它通常以 /v1 结尾。</translation>
    </message>
    <message>
        <source>Check the proxy settings of this computer (HTTPS_PROXY, ALL_PROXY).</source>
        <translation>请检查本机的代理设置（HTTPS_PROXY、ALL_PROXY）。</translation>
    </message>
    <message>
        <source>Check the permissions of its folder.</source>
        <translation>请检查其文件夹的权限。</translation>
    </message>
    <message>
        <source>Check this computer&apos;s date.</source>
        <translation>请检查本机的日期。</translation>
    </message>
    <message>
        <source>Check this computer&apos;s date. If the server or a proxy uses a certificate authority of its own, set SSL_CERT_FILE to a file with all certificates to trust.</source>
        <translation>请检查本机的日期。如果服务器或代理使用自己的证书颁发机构，请将 SSL_CERT_FILE 设为包含所有受信任证书的文件。</translation>
    </message>
    <message>
        <source>Check this computer&apos;s date and time. The connection may be intercepted.</source>
        <translation>请检查本机的日期和时间。连接可能被截获。</translation>
    </message>
    <message>
        <source>Check the permissions of the key and the account at the provider.</source>
        <translation>请检查此密钥和提供商账户的权限。</translation>
    </message>
    <message>
        <source>Check with `codex --version` in a terminal that it works.</source>
        <translation>请在终端中用 `codex --version` 检查它是否可用。</translation>
    </message>
    <message>
        <source>Check {0}. Your notes are not affected.</source>
        <translation>请检查 {0}。你的笔记未受影响。</translation>
    </message>
    <message>
        <source>Cherokee</source>
        <translation>切罗基字母</translation>
    </message>
    <message>
        <source>Choose Responses under API in the settings of the provider.</source>
        <translation>请在提供商设置的“API”中选择 Responses。</translation>
    </message>
    <message>
        <source>Choose a chat note of ChatGPT MD.</source>
        <translation>请选择 ChatGPT MD 的对话笔记。</translation>
    </message>
    <message>
        <source>Choose a chat note of Copilot.</source>
        <translation>请选择 Copilot 的对话笔记。</translation>
    </message>
    <message>
        <source>Choose a folder of chat notes, or the archive of an export as it was downloaded.</source>
        <translation>请选择存放对话笔记的文件夹，或下载的导出压缩包。</translation>
    </message>
    <message>
        <source>Choose a model from the list, or give the full path of a GGUF file.</source>
        <translation>请从列表中选择模型，或填写 GGUF 文件的完整路径。</translation>
    </message>
    <message>
        <source>Choose a model in Settings.</source>
        <translation>请在“设置”中选择模型。</translation>
    </message>
    <message>
        <source>Choose a model of Ollama, LM Studio, OpenAI or a compatible server.</source>
        <translation>请选择 Ollama、LM Studio、OpenAI 或兼容服务器的模型。</translation>
    </message>
    <message>
        <source>Choose a model on this computer.</source>
        <translation>请选择本机上的模型。</translation>
    </message>
    <message>
        <source>Choose a model that makes embeddings.</source>
        <translation>请选择可生成嵌入向量的模型。</translation>
    </message>
    <message>
        <source>Choose a note that holds a conversation.</source>
        <translation>请选择含有对话的笔记。</translation>
    </message>
    <message>
        <source>Choose a part of it.</source>
        <translation>请选择其中一部分。</translation>
    </message>
    <message>
        <source>Choose a session note of Gemini Scribe.</source>
        <translation>请选择 Gemini Scribe 的会话笔记。</translation>
    </message>
    <message>
        <source>Choose a smaller model or a smaller context window, or close other programs.</source>
        <translation>请选择较小的模型或较小的上下文窗口，或关闭其他程序。</translation>
    </message>
    <message>
        <source>Choose a smaller model or a smaller context window.</source>
        <translation>请选择较小的模型或较小的上下文窗口。</translation>
    </message>
    <message>
        <source>Choose a smaller model, or a smaller Context window in Settings.</source>
        <translation>请选择较小的模型，或在“设置”中减小上下文窗口。</translation>
    </message>
    <message>
        <source>Choose a smaller model, or give the server a smaller context window.</source>
        <translation>请选择较小的模型，或为服务器设置较小的上下文窗口。</translation>
    </message>
    <message>
        <source>Choose a smaller model.</source>
        <translation>请选择较小的模型。</translation>
    </message>
    <message>
        <source>Choose another file, or download this one again.</source>
        <translation>请选择其他文件，或重新下载此文件。</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Choose another model file. The file may be damaged, or of a kind that is not known yet.</source>
        <translation>请选择其他模型文件。该文件可能已损坏，或属于尚不支持的类型。</translation>
    </message>
    <message>
        <source>Choose another model for search by meaning.</source>
        <translation>请为按含义搜索选择其他模型。</translation>
    </message>
    <message>
        <source>Choose another model, or ask for access in the account at the provider.</source>
        <translation>请选择其他模型，或在提供商的账户中申请使用权限。</translation>
    </message>
    <message>
        <source>Choose another model, or leave the picture out.</source>
        <translation>请选择其他模型，或不附图片。</translation>
    </message>
    <message>
        <source>Choose another model, or switch tool calling off.</source>
        <translation>请选择其他模型，或关闭工具调用。</translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation>请选择其他模型。</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>请选择其他名称。</translation>
    </message>
    <message>
        <source>Choose another one in Settings.</source>
        <translation>请在“设置”中另选一个。</translation>
    </message>
    <message>
        <source>Choose another provider. A proxy or VPN can also make this computer appear to be in another country.</source>
        <translation>请选择其他提供商。代理或 VPN 也可能使本机看起来位于其他国家。</translation>
    </message>
    <message>
        <source>Choose one for this chat, or use another mode.</source>
        <translation>请为此对话选择一个，或使用其他模式。</translation>
    </message>
    <message>
        <source>Choose one in Settings, Web.</source>
        <translation>请在“设置”的“网络搜索”中选择一个。</translation>
    </message>
    <message>
        <source>Choose one.</source>
        <translation>请选择一个。</translation>
    </message>
    <message>
        <source>Choose another shortcut in Settings, Desktop.</source>
        <translation>请在“设置”的“桌面”中选择其他快捷键。</translation>
    </message>
    <message>
        <source>Choose others in its settings, or try again later.</source>
        <translation>请在其设置中选择其他的，或稍后重试。</translation>
    </message>
    <message>
        <source>Choose the export as it was downloaded.</source>
        <translation>请选择下载的导出文件。</translation>
    </message>
    <message>
        <source>Close other VaultDesk windows, and check the permissions of its folder.</source>
        <translation>请关闭其他 VaultDesk 窗口，并检查其文件夹的权限。</translation>
    </message>
    <message>
        <source>Close some programs and try again.</source>
        <translation>请关闭一些程序后重试。</translation>
    </message>
    <message>
        <source>Close the other VaultDesk and try again.</source>
        <translation>请关闭另一个 VaultDesk，然后重试。</translation>
    </message>
    <message>
        <source>Close the other VaultDesk, or wait until it has finished indexing.</source>
        <translation>请关闭另一个 VaultDesk，或等待其完成索引编制。</translation>
    </message>
    <message>
        <source>Close the other one, then try again.</source>
        <translation>请关闭另一个，然后重试。</translation>
    </message>
    <message>
        <source>Conflict copies of notes: {0}.</source>
        <translation>笔记的冲突副本：{0}。</translation>
    </message>
    <message>
        <source>Connect one, or use `vaultdesk chat`.</source>
        <translation>请连接一个，或使用 `vaultdesk chat`。</translation>
    </message>
    <message>
        <source>Context window: not known</source>
        <translation>上下文窗口：未知</translation>
    </message>
    <message>
        <source>Context window: {0} tokens</source>
        <translation>上下文窗口：{0} 个 token</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Copy the link to the note again; the new link identifies the vault.</source>
        <translation>请重新复制笔记的链接；新链接会指明是哪个仓库。</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Create it first.</source>
        <translation>请先创建它。</translation>
    </message>
    <message>
        <source>Create {0} note</source>
        <translation>创建 {0} 篇笔记</translation>
    </message>
    <message>
        <source>Create {0} notes</source>
        <translation>创建 {0} 篇笔记</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>西里尔字母</translation>
    </message>
    <message>
        <source>Daily note</source>
        <translation>日记</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete a note</source>
        <translation>删除笔记</translation>
    </message>
    <message>
        <source>Delete it in the list of notes.</source>
        <translation>请在笔记列表中删除它。</translation>
    </message>
    <message>
        <source>Delete {0} note</source>
        <translation>删除 {0} 篇笔记</translation>
    </message>
    <message>
        <source>Delete {0} notes</source>
        <translation>删除 {0} 篇笔记</translation>
    </message>
    <message>
        <source>Installed dictionaries: {0}.</source>
        <translation>已安装的词典：{0}。</translation>
    </message>
    <message>
        <source>Done so far: {0}.</source>
        <translation>目前已完成：{0}。</translation>
    </message>
    <message>
        <source>Download the export again.</source>
        <translation>请重新下载导出文件。</translation>
    </message>
    <message>
        <source>DuckDuckGo blocks automated requests from this computer</source>
        <translation>DuckDuckGo 阻止了来自本机的自动请求</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Edit a note</source>
        <translation>编辑笔记</translation>
    </message>
    <message>
        <source>End the name in .md.</source>
        <translation>名称请以 .md 结尾。</translation>
    </message>
    <message>
        <source>Enter one in Settings.</source>
        <translation>请在“设置”中输入。</translation>
    </message>
    <message>
        <source>Enter the IP address of the other computer as the address of this provider.</source>
        <translation>请填写另一台电脑的 IP 地址作为此提供商的地址。</translation>
    </message>
    <message>
        <source>Everything is already as it was before.</source>
        <translation>一切已恢复原样。</translation>
    </message>
    <message>
        <source>Failed: {0}.</source>
        <translation>失败：{0}。</translation>
    </message>
    <message>
        <source>Fetch a page</source>
        <translation>获取网页</translation>
    </message>
    <message>
        <source>Download it with: ollama pull {0}</source>
        <translation>请这样下载：ollama pull {0}</translation>
    </message>
    <message>
        <source>Fetch the page {0}</source>
        <translation>获取网页 {0}</translation>
    </message>
    <message>
        <source>Find notes</source>
        <translation>查找笔记</translation>
    </message>
    <message>
        <source>Find tools</source>
        <translation>查找工具</translation>
    </message>
    <message>
        <source>Free some space for the index and the journal.</source>
        <translation>请为索引和更改记录腾出一些空间。</translation>
    </message>
    <message>
        <source>Free some space or check the folder&apos;s permissions.</source>
        <translation>请腾出一些空间或检查文件夹的权限。</translation>
    </message>
    <message>
        <source>Free some space or check the folder&apos;s permissions; no tool runs without a record.</source>
        <translation>请腾出一些空间或检查文件夹的权限；没有记录就不会运行任何工具。</translation>
    </message>
    <message>
        <source>Free some space, then rebuild the index.</source>
        <translation>请腾出空间，然后重建索引。</translation>
    </message>
    <message>
        <source>Free some space, then save again. The note on disk is unchanged.</source>
        <translation>请腾出空间后重新保存。磁盘上的笔记未变。</translation>
    </message>
    <message>
        <source>Free some space.</source>
        <translation>请腾出一些空间。</translation>
    </message>
    <message>
        <source>Free some space: no note can be saved.</source>
        <translation>请腾出一些空间：无法保存任何笔记。</translation>
    </message>
    <message>
        <source>Free some space: nothing new can be saved.</source>
        <translation>请腾出一些空间：无法保存任何新内容。</translation>
    </message>
    <message>
        <source>Free some space or check its permissions.</source>
        <translation>请腾出一些空间，或检查其权限。</translation>
    </message>
    <message>
        <source>From other packages</source>
        <translation>来自其他软件包</translation>
    </message>
    <message>
        <source>Get the transcript of {0}</source>
        <translation>获取 {0} 的字幕文本</translation>
    </message>
    <message>
        <source>Use the form https://www.youtube.com/watch?v=…</source>
        <translation>请使用 https://www.youtube.com/watch?v=… 的形式</translation>
    </message>
    <message>
        <source>Continuing in Notes only mode: your notes are searched first, and the answer is based on what is found.</source>
        <translation>改用“仅用笔记”模式继续：先搜索你的笔记，再根据找到的内容回答。</translation>
    </message>
    <message>
        <source>Continuing in Plus mode: what is needed is looked up first, then answered.</source>
        <translation>改用“Plus”模式继续：先查找所需内容，再回答。</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>希腊字母</translation>
    </message>
    <message>
        <source>Rebuild it; your notes are not changed.</source>
        <translation>请重建它；你的笔记不会更改。</translation>
    </message>
    <message>
        <source>Update or rebuild it.</source>
        <translation>请更新或重建它。</translation>
    </message>
    <message>
        <source>I have used the one tool round allowed for this question and have no answer yet.</source>
        <translation>我已用完此问题允许的 1 轮工具，还没有得出答案。</translation>
    </message>
    <message>
        <source>I have used the {0} tool rounds allowed for this question and have no answer yet.</source>
        <translation>我已用完此问题允许的 {0} 轮工具，还没有得出答案。</translation>
    </message>
    <message>
        <source>I did not search your notes: {0}. So there is nothing to answer from.</source>
        <translation>我没有搜索你的笔记：{0}。因此没有可据以回答的内容。</translation>
    </message>
    <message>
        <source>I cannot search your notes: switch on tool calling for this vault in Settings, then ask again.</source>
        <translation>我无法搜索你的笔记：请在“设置”中为此仓库开启工具调用，然后重新提问。</translation>
    </message>
    <message>
        <source>If it requires a key, enter one in Settings.</source>
        <translation>如果它需要密钥，请在“设置”中填写。</translation>
    </message>
    <message>
        <source>If the new address is correct, enter the key again in the settings.</source>
        <translation>如果新地址正确，请在设置中重新输入密钥。</translation>
    </message>
    <message>
        <source>If the server speaks plain HTTP, its address begins with http://.</source>
        <translation>如果服务器使用普通 HTTP，其地址以 http:// 开头。</translation>
    </message>
    <message>
        <source>In its settings choose to always keep this folder on this computer.</source>
        <translation>请在其设置中选择始终将此文件夹保留在本机。</translation>
    </message>
    <message>
        <source>In the standard folders of this system.</source>
        <translation>在此系统的标准文件夹中。</translation>
    </message>
    <message>
        <source>Indexing stopped because of an error in VaultDesk.</source>
        <translation>由于 VaultDesk 出错，编制索引已停止。</translation>
    </message>
    <message>
        <source>Install Qt&apos;s system libraries: `python3 packaging/dev.py run` names the command.</source>
        <translation>请安装 Qt 的系统库：`python3 packaging/dev.py run` 会给出命令。</translation>
    </message>
    <message>
        <source>Reinstall VaultDesk.</source>
        <translation>请重新安装 VaultDesk。</translation>
    </message>
    <message>
        <source>Install a notification server, such as dunst or mako, or use a desktop that has one.</source>
        <translation>请安装通知服务器，例如 dunst 或 mako，或使用自带通知服务器的桌面。</translation>
    </message>
    <message>
        <source>Install enchant and a dictionary.</source>
        <translation>请安装 enchant 和一个词典。</translation>
    </message>
    <message>
        <source>Install it with: pip install &quot;vaultdesk[semantic]&quot;.</source>
        <translation>请这样安装：pip install &quot;vaultdesk[semantic]&quot;。</translation>
    </message>
    <message>
        <source>Install it with: {0}. Then log in with: codex login.</source>
        <translation>请这样安装：{0}。然后登录：codex login。</translation>
    </message>
    <message>
        <source>Install it with: {0}. Then restart VaultDesk.</source>
        <translation>请用以下命令安装：{0}。然后重新启动 VaultDesk。</translation>
    </message>
    <message>
        <source>Install one, for example the package hunspell-en-us.</source>
        <translation>请安装一个，例如 hunspell-en-us 软件包。</translation>
    </message>
    <message>
        <source>Install the library pypdfium2 to see them.</source>
        <translation>请安装 pypdfium2 库以查看它们。</translation>
    </message>
    <message>
        <source>It answered at {0} in {1} s with {2} dimensions.</source>
        <translation>它在 {0} 作答，用时 {1} 秒，{2} 个维度。</translation>
    </message>
    <message>
        <source>It answered on this computer in {0} s with {1} dimensions.</source>
        <translation>它在本机作答，用时 {0} 秒，{1} 个维度。</translation>
    </message>
    <message>
        <source>It belonged to the project {0}.</source>
        <translation>它属于项目 {0}。</translation>
    </message>
    <message>
        <source>It cannot be read now: {0}.</source>
        <translation>现在无法读取：{0}。</translation>
    </message>
    <message>
        <source>It contains invisible characters; they are shown as &lt;U+…&gt;.</source>
        <translation>其中含有不可见字符；它们显示为 &lt;U+…&gt;。</translation>
    </message>
    <message>
        <source>It contains text that looks like an instruction to the assistant: “{0}”.</source>
        <translation>其中含有像是给助手的指令的文本：“{0}”。</translation>
    </message>
    <message>
        <source>Deleting it here could not be undone; delete it in the file manager.</source>
        <translation>在此处删除将无法撤销；请在文件管理器中删除。</translation>
    </message>
    <message>
        <source>It could not be determined: {0}.</source>
        <translation>无法确定：{0}。</translation>
    </message>
    <message>
        <source>It has no description, which a model needs to know when to use it.</source>
        <translation>它没有说明，而模型需要据此判断何时使用它。</translation>
    </message>
    <message>
        <source>It has no language model. Choose a model in the chat.</source>
        <translation>它没有语言模型。请在对话中选择模型。</translation>
    </message>
    <message>
        <source>It has {0}.</source>
        <translation>共有 {0}。</translation>
    </message>
    <message>
        <source>It is about {0}, and has its own chats. The assistant does not see other notes.</source>
        <translation>它涉及{0}，并有自己的对话。助手看不到其他笔记。</translation>
    </message>
    <message>
        <source>It is damaged, or was made unreadable.</source>
        <translation>它已损坏，或被处理为无法读取。</translation>
    </message>
    <message>
        <source>It is damaged or too large.</source>
        <translation>它已损坏，或太大。</translation>
    </message>
    <message>
        <source>It is damaged.</source>
        <translation>它已损坏。</translation>
    </message>
    <message>
        <source>It is rebuilt from the notes.</source>
        <translation>正在根据笔记重建。</translation>
    </message>
    <message>
        <source>It is built in.</source>
        <translation>它是内置的。</translation>
    </message>
    <message>
        <source>It is damaged: {0}.</source>
        <translation>已损坏：{0}。</translation>
    </message>
    <message>
        <source>It is larger than {0} MB and was not read.</source>
        <translation>它超过 {0} MB，未读取。</translation>
    </message>
    <message>
        <source>It is longer than {0} characters.</source>
        <translation>它超过 {0} 个字符。</translation>
    </message>
    <message>
        <source>It is missing</source>
        <translation>缺少此项</translation>
    </message>
    <message>
        <source>It was not used. Try again later; the server may have sent an outdated file.</source>
        <translation>未使用该文件。请稍后重试；服务器可能发送了过期的文件。</translation>
    </message>
    <message>
        <source>It is not written there. Use a separate chat to save such answers as a note.</source>
        <translation>不会写入那里。若要将此类回答存为笔记，请使用单独的对话。</translation>
    </message>
    <message>
        <source>This is set in Settings.</source>
        <translation>这是在“设置”中设定的。</translation>
    </message>
    <message>
        <source>It is too large, damaged or in an unsupported format. Another program may be able to open it.</source>
        <translation>它太大、已损坏或格式不受支持。其他程序或许能打开。</translation>
    </message>
    <message>
        <source>VaultDesk tries again soon.</source>
        <translation>很快会再次尝试。</translation>
    </message>
    <message>
        <source>It may be very large or very complex.</source>
        <translation>它可能非常大或非常复杂。</translation>
    </message>
    <message>
        <source>It is recorded in “What left this computer”.</source>
        <translation>它会记录在“离开本机的内容”中。</translation>
    </message>
    <message>
        <source>It links to notes that it was not given: {0}.</source>
        <translation>它链接到未提供给它的笔记：{0}。</translation>
    </message>
    <message>
        <source>It may be an image or another kind of file.</source>
        <translation>它可能是图像或其他类型的文件。</translation>
    </message>
    <message>
        <source>It may be overloaded, or still loading the model. Ask again.</source>
        <translation>它可能过载，或仍在载入模型。请重新提问。</translation>
    </message>
    <message>
        <source>It may be private, or not shown in this country.</source>
        <translation>它可能是私享视频，或不在此国家/地区播放。</translation>
    </message>
    <message>
        <source>It may be scanned. Add its pages as pictures, or have its text recognized first.</source>
        <translation>它可能是扫描件。请将其页面作为图片添加，或先识别其中的文字。</translation>
    </message>
    <message>
        <source>It may have been deleted.</source>
        <translation>它可能已被删除。</translation>
    </message>
    <message>
        <source>It may have been moved or deleted.</source>
        <translation>它可能已移动或删除。</translation>
    </message>
    <message>
        <source>It may have been moved, renamed or deleted.</source>
        <translation>它可能已移动、重命名或删除。</translation>
    </message>
    <message>
        <source>It may still be loading, or be too large for this computer. Try again.</source>
        <translation>它可能仍在载入，或对本机来说太大。请重试。</translation>
    </message>
    <message>
        <source>It may use about {0} tokens. Change the limit in Settings, Limits, or start a new chat.</source>
        <translation>它可能用掉约 {0} 个 token。请在“设置”的“限制”中更改上限，或开始新对话。</translation>
    </message>
    <message>
        <source>It may use about {0} tokens. Change the limit in Settings, Limits.</source>
        <translation>它可能用掉约 {0} 个 token。请在“设置”的“限制”中更改上限。</translation>
    </message>
    <message>
        <source>It may require signing in.</source>
        <translation>它可能需要登录。</translation>
    </message>
    <message>
        <source>It must be a list, such as [&quot;one&quot;, &quot;two&quot;]</source>
        <translation>必须是列表，例如 [&quot;one&quot;, &quot;two&quot;]</translation>
    </message>
    <message>
        <source>It must be a number</source>
        <translation>必须是数字</translation>
    </message>
    <message>
        <source>It must be a table, such as {&quot;name&quot;: &quot;value&quot;}</source>
        <translation>必须是表，例如 {&quot;name&quot;: &quot;value&quot;}</translation>
    </message>
    <message>
        <source>It must be text</source>
        <translation>必须是文本</translation>
    </message>
    <message>
        <source>It must be a whole number</source>
        <translation>必须是整数</translation>
    </message>
    <message>
        <source>It must be less than {0}</source>
        <translation>必须小于 {0}</translation>
    </message>
    <message>
        <source>It must be more than {0}</source>
        <translation>必须大于 {0}</translation>
    </message>
    <message>
        <source>It must be one of {0}</source>
        <translation>必须是以下之一：{0}</translation>
    </message>
    <message>
        <source>It must be true or false</source>
        <translation>必须是 true 或 false</translation>
    </message>
    <message>
        <source>It must be {0} or less</source>
        <translation>不能大于 {0}</translation>
    </message>
    <message>
        <source>It must be {0} or more</source>
        <translation>不能小于 {0}</translation>
    </message>
    <message>
        <source>It must not be empty</source>
        <translation>不能为空</translation>
    </message>
    <message>
        <source>It said: {0}</source>
        <translation>对方回复：{0}</translation>
    </message>
    <message>
        <source>It does not define its notes: add folders, tags or links.</source>
        <translation>它没有规定包含哪些笔记：请添加文件夹、标签或链接。</translation>
    </message>
    <message>
        <source>It is set by the program that writes the file.</source>
        <translation>由写入该文件的程序设定。</translation>
    </message>
    <message>
        <source>It uses the model {0} unless the chat names another.</source>
        <translation>除非对话另行指定，它使用模型 {0}。</translation>
    </message>
    <message>
        <source>It was asked for a context window of {0} tokens.</source>
        <translation>请求的上下文窗口为 {0} 个 token。</translation>
    </message>
    <message>
        <source>It was moved or deleted.</source>
        <translation>它已被移动或删除。</translation>
    </message>
    <message>
        <source>Nothing was sent. Update it with: npm install -g @openai/codex@latest.</source>
        <translation>未发送任何内容。请这样更新：npm install -g @openai/codex@latest。</translation>
    </message>
    <message>
        <source>It was not tried.</source>
        <translation>未尝试。</translation>
    </message>
    <message>
        <source>Its note was moved or deleted.</source>
        <translation>它的笔记已被移动或删除。</translation>
    </message>
    <message>
        <source>Its owner disabled transcripts, or the video has no speech.</source>
        <translation>发布者已停用字幕文本，或视频中没有讲话。</translation>
    </message>
    <message>
        <source>The page cannot be fetched.</source>
        <translation>无法获取该网页。</translation>
    </message>
    <message>
        <source>Its pages are pictures.</source>
        <translation>其页面为图片。</translation>
    </message>
    <message>
        <source>Its title mixes {0} letters in one word.</source>
        <translation>其标题在一个单词中混用了{0}。</translation>
    </message>
    <message>
        <source>Its transcript cannot be fetched.</source>
        <translation>无法获取其字幕文本。</translation>
    </message>
    <message>
        <source>JSON without an answer</source>
        <translation>不含回答的 JSON</translation>
    </message>
    <message>
        <source>JSON without models in it</source>
        <translation>不含模型的 JSON</translation>
    </message>
    <message>
        <source>Keep a copy elsewhere, and eject it before you remove it.</source>
        <translation>请在别处保留一份副本，并在移除前先弹出。</translation>
    </message>
    <message>
        <source>Enter keys in Settings.</source>
        <translation>请在“设置”中填写密钥。</translation>
    </message>
    <message>
        <source>Keeps the beginning of a long question: {0}</source>
        <translation>记得长问题的开头：{0}</translation>
    </message>
    <message>
        <source>Keys are stored in memory until VaultDesk closes: {0}.</source>
        <translation>密钥保存在内存中，直到 VaultDesk 关闭：{0}。</translation>
    </message>
    <message>
        <source>Keys are stored in this computer&apos;s keyring ({0}).</source>
        <translation>密钥保存在本机的密钥环中（{0}）。</translation>
    </message>
    <message>
        <source>Known settings: {0}.</source>
        <translation>已知的设置：{0}。</translation>
    </message>
    <message>
        <source>Latin</source>
        <translation>拉丁字母</translation>
    </message>
    <message>
        <source>Attach a text, a PDF or a picture.</source>
        <translation>请附上文本、PDF 或图片。</translation>
    </message>
    <message>
        <source>Use only one of them for the vault.</source>
        <translation>请只用其中一个程序同步此仓库。</translation>
    </message>
    <message>
        <source>Let the model on this computer read nothing of what was found</source>
        <translation>不让本机上的模型读取找到的任何内容</translation>
    </message>
    <message>
        <source>Let the model on this computer read what was found</source>
        <translation>让本机上的模型读取找到的内容</translation>
    </message>
    <message>
        <source>Let the model on this computer read {0} passage of “{1}”</source>
        <translation>让本机上的模型读取“{1}”中的 {0} 个段落</translation>
    </message>
    <message>
        <source>Let the model on this computer read {0} passages of {1} notes</source>
        <translation>让本机上的模型读取 {1} 篇笔记中的 {0} 个段落</translation>
    </message>
    <message>
        <source>Let the model on this computer read {0} passages of “{1}”</source>
        <translation>让本机上的模型读取“{1}”中的 {0} 个段落</translation>
    </message>
    <message>
        <source>Let {0} read nothing of what was found</source>
        <translation>不让 {0} 读取找到的任何内容</translation>
    </message>
    <message>
        <source>Let {1} read {0} result</source>
        <translation>允许 {1} 读取 {0} 条结果</translation>
    </message>
    <message>
        <source>Let {1} read {0} results</source>
        <translation>允许 {1} 读取 {0} 条结果</translation>
    </message>
    <message>
        <source>Line {0}, the closing --- of the properties, would be removed. Keep both --- lines.</source>
        <translation>第 {0} 行（结束属性的 ---）将会消失。请保留两行 ---。</translation>
    </message>
    <message>
        <source>Line {0}: “{1}”</source>
        <translation>第 {0} 行：“{1}”</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Known actions are open, search, new and ask. A newer version of VaultDesk may know more.</source>
        <translation>可识别的操作有 open、search、new 和 ask。更新版本的 VaultDesk 可能支持更多。</translation>
    </message>
    <message>
        <source>Links inside the vault are not followed. Move the real file into the vault.</source>
        <translation>不会跟随仓库内的符号链接。请将实际文件移到仓库中。</translation>
    </message>
    <message>
        <source>List notes</source>
        <translation>列出笔记</translation>
    </message>
    <message>
        <source>List the notes in {0}{1}</source>
        <translation>列出 {0} 中的笔记{1}</translation>
    </message>
    <message>
        <source>Little space is left: {0} free.</source>
        <translation>空间所剩不多：可用 {0}。</translation>
    </message>
    <message>
        <source>Load it in the server&apos;s own program to see the reason, or choose another model.</source>
        <translation>请在服务器自己的程序中载入该模型以查看原因，或选择其他模型。</translation>
    </message>
    <message>
        <source>Long texts were cut to fit the model&apos;s window; the model is told where.</source>
        <translation>长文本已截短以适应模型的窗口；已告知模型截短之处。</translation>
    </message>
    <message>
        <source>Review it again.</source>
        <translation>请再次查看。</translation>
    </message>
    <message>
        <source>Look at it and try again.</source>
        <translation>请查看后重试。</translation>
    </message>
    <message>
        <source>Review it in Settings, Agents, and allow it again.</source>
        <translation>请在“设置”的“智能体”中查看，并重新允许。</translation>
    </message>
    <message>
        <source>Try again when it has stopped changing.</source>
        <translation>请等它不再变化时重试。</translation>
    </message>
    <message>
        <source>Look at links</source>
        <translation>查看链接</translation>
    </message>
    <message>
        <source>Get the date and time</source>
        <translation>获取日期和时间</translation>
    </message>
    <message>
        <source>Look at the graph</source>
        <translation>查看关系图谱</translation>
    </message>
    <message>
        <source>Look at the links of “{0}”</source>
        <translation>查看“{0}”的链接</translation>
    </message>
    <message>
        <source>Check the note.</source>
        <translation>请检查该笔记。</translation>
    </message>
    <message>
        <source>Review what it may do in Settings, Agents, and allow it there.</source>
        <translation>请在“设置”的“智能体”中查看它可以做什么，并在那里允许。</translation>
    </message>
    <message>
        <source>Look for links to notes that do not exist</source>
        <translation>查找指向不存在的笔记的链接</translation>
    </message>
    <message>
        <source>Look for notes linked with “{0}”</source>
        <translation>查找与“{0}”有链接的笔记</translation>
    </message>
    <message>
        <source>Look for notes without links</source>
        <translation>查找没有链接的笔记</translation>
    </message>
    <message>
        <source>Look for the most linked notes</source>
        <translation>查找链接最多的笔记</translation>
    </message>
    <message>
        <source>Look for the path from “{0}” to “{1}”</source>
        <translation>查找从“{0}”到“{1}”的路径</translation>
    </message>
    <message>
        <source>Search earlier chats</source>
        <translation>搜索之前的对话</translation>
    </message>
    <message>
        <source>Check the account at the provider, or choose another one.</source>
        <translation>请查看提供商的账户，或选择其他提供商。</translation>
    </message>
    <message>
        <source>${0} in, ${1} out per million tokens</source>
        <translation>每百万 token：输入 ${0}，输出 ${1}</translation>
    </message>
    <message>
        <source>A change that this one depends on could not be made: {0}.</source>
        <translation>它所依赖的一项更改未能完成：{0}。</translation>
    </message>
    <message>
        <source>Closest in your notes:</source>
        <translation>你的笔记中最接近的内容：</translation>
    </message>
    <message>
        <source>Search your earlier chats for “{0}”</source>
        <translation>在之前的对话中搜索“{0}”</translation>
    </message>
    <message>
        <source>Make it smaller, then add it again.</source>
        <translation>请缩小后重新添加。</translation>
    </message>
    <message>
        <source>Many notes at once</source>
        <translation>批量处理笔记</translation>
    </message>
    <message>
        <source>May ask to delete notes and to change many notes at once.</source>
        <translation>可以请求删除笔记和一次更改许多笔记。</translation>
    </message>
    <message>
        <source>May request information from the internet.</source>
        <translation>可以请求来自互联网的信息。</translation>
    </message>
    <message>
        <source>May not delete notes or change many notes at once.</source>
        <translation>不得删除笔记或一次更改许多笔记。</translation>
    </message>
    <message>
        <source>May read and change notes in the whole vault.</source>
        <translation>可以读取和更改整个仓库中的笔记。</translation>
    </message>
    <message>
        <source>May read and change notes in {0}.</source>
        <translation>可以读取和更改 {0} 中的笔记。</translation>
    </message>
    <message>
        <source>May read notes in the whole vault.</source>
        <translation>可以读取整个仓库中的笔记。</translation>
    </message>
    <message>
        <source>May read notes in {0}.</source>
        <translation>可以读取 {0} 中的笔记。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>To change notes here, correct its permissions or mount it for writing.</source>
        <translation>要在这里更改笔记，请修正其权限，或以可写方式挂载。</translation>
    </message>
    <message>
        <source>Correct their permissions.</source>
        <translation>请修正其权限。</translation>
    </message>
    <message>
        <source>Messages are shown at the tray.</source>
        <translation>消息显示在系统托盘处。</translation>
    </message>
    <message>
        <source>Messages are shown by the desktop.</source>
        <translation>消息由桌面显示。</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>模型文件</translation>
    </message>
    <message>
        <source>Model files need the package {0}, which is not installed</source>
        <translation>模型文件需要软件包 {0}，但尚未安装</translation>
    </message>
    <message>
        <source>Move it to its folder.</source>
        <translation>请将它移到其文件夹中。</translation>
    </message>
    <message>
        <source>Move it to {0}.</source>
        <translation>请将它移到 {0}。</translation>
    </message>
    <message>
        <source>Move the vault to a disk.</source>
        <translation>请将仓库移到磁盘上。</translation>
    </message>
    <message>
        <source>Move to {0}:</source>
        <translation>移动到 {0}：</translation>
    </message>
    <message>
        <source>Move files that belong to the notes into the vault.</source>
        <translation>请将属于笔记的文件移到仓库中。</translation>
    </message>
    <message>
        <source>Move {0} note</source>
        <translation>移动 {0} 篇笔记</translation>
    </message>
    <message>
        <source>Move {0} notes</source>
        <translation>移动 {0} 篇笔记</translation>
    </message>
    <message>
        <source>Name a note by its path from the vault&apos;s root.</source>
        <translation>请用从仓库根目录开始的路径指定笔记。</translation>
    </message>
    <message>
        <source>Names of notes stayed on this computer: they could not be reviewed.</source>
        <translation>笔记名称留在本机：无法查看这些名称。</translation>
    </message>
    <message>
        <source>Property names must differ in more than case.</source>
        <translation>属性名称不能只有大小写不同。</translation>
    </message>
    <message>
        <source>Names that differ from another name in the same folder only in case or accents: {0}. On Windows, macOS and most phones only one of the two can exist.</source>
        <translation>与同一文件夹中另一名称仅大小写或重音符号不同的名称：{0}。在 Windows、macOS 和大多数手机上，两者只能存在一个。</translation>
    </message>
    <message>
        <source>Neither Ollama nor LM Studio is running; only local models need one.</source>
        <translation>Ollama 和 LM Studio 都未运行；只有本地模型才需要。</translation>
    </message>
    <message>
        <source>No answer within {0} seconds.</source>
        <translation>{0} 秒内没有响应。</translation>
    </message>
    <message>
        <source>No display can be reached from this terminal.</source>
        <translation>从此终端无法访问任何显示器。</translation>
    </message>
    <message>
        <source>This block cannot have an id: the id would change the meaning of the text.</source>
        <translation>此块不能有标识：标识会改变文本的含义。</translation>
    </message>
    <message>
        <source>System-wide shortcuts are not available here.</source>
        <translation>此处无法使用系统级快捷键。</translation>
    </message>
    <message>
        <source>No model file is chosen.</source>
        <translation>未选择模型文件。</translation>
    </message>
    <message>
        <source>No model of {0} is chosen</source>
        <translation>未选择 {0} 的模型</translation>
    </message>
    <message>
        <source>Case sensitivity could not be determined; VaultDesk never creates two names that differ only in case.</source>
        <translation>无法确定是否区分大小写；VaultDesk 从不创建两个仅大小写不同的名称。</translation>
    </message>
    <message>
        <source>All names like “{0}” are in use.</source>
        <translation>类似“{0}”的名称均已被占用。</translation>
    </message>
    <message>
        <source>No note has all of these words. These have most of them.</source>
        <translation>没有笔记包含所有这些词。以下笔记包含其中大部分。</translation>
    </message>
    <message>
        <source>No note is changed without it. Check the disk for temporary files.</source>
        <translation>没有它就不更改任何笔记。请检查磁盘上存放临时文件的位置。</translation>
    </message>
    <message>
        <source>No note is changed without it. {0}</source>
        <translation>没有它就不更改任何笔记。{0}</translation>
    </message>
    <message>
        <source>No note of {0} was sent with the question.</source>
        <translation>{0} 中没有笔记随问题发送。</translation>
    </message>
    <message>
        <source>No project is chosen</source>
        <translation>未选择项目</translation>
    </message>
    <message>
        <source>No search engine is chosen</source>
        <translation>未选择搜索引擎</translation>
    </message>
    <message>
        <source>No secure connection to {0} can be made</source>
        <translation>无法与 {0} 建立安全连接</translation>
    </message>
    <message>
        <source>No server behind {0} fits the privacy settings of the account</source>
        <translation>{0} 背后没有符合账户隐私设置的服务器</translation>
    </message>
    <message>
        <source>No spell checker is installed, so spelling is not checked.</source>
        <translation>未安装拼写检查器，因此不检查拼写。</translation>
    </message>
    <message>
        <source>No sync program was found.</source>
        <translation>未找到同步程序。</translation>
    </message>
    <message>
        <source>No notification server is running, so no message is shown while you work elsewhere.</source>
        <translation>没有运行通知服务器，因此你在别处工作时不显示消息。</translation>
    </message>
    <message>
        <source>The request was canceled</source>
        <translation>请求已取消</translation>
    </message>
    <message>
        <source>None is configured; the keyboard is used directly.</source>
        <translation>未配置输入法；直接使用键盘。</translation>
    </message>
    <message>
        <source>None of the engines of SearXNG answered: {0}</source>
        <translation>SearXNG 的引擎均未应答：{0}</translation>
    </message>
    <message>
        <source>Not carried out: {0}.</source>
        <translation>未执行：{0}。</translation>
    </message>
    <message>
        <source>Not checked: VaultDesk cannot use the spell checker of macOS or of Windows.</source>
        <translation>未检查：VaultDesk 无法使用 macOS 或 Windows 的拼写检查器。</translation>
    </message>
    <message>
        <source>Not in the passages: {0}.</source>
        <translation>段落中没有：{0}。</translation>
    </message>
    <message>
        <source>Not created yet; this happens when the vault is opened.</source>
        <translation>尚未创建；打开仓库时会创建。</translation>
    </message>
    <message>
        <source>Not written yet: default settings are used.</source>
        <translation>尚未写入：使用默认设置。</translation>
    </message>
    <message>
        <source>Notes only</source>
        <translation>仅用笔记</translation>
    </message>
    <message>
        <source>Notes read: {0}.</source>
        <translation>已读取的笔记：{0}。</translation>
    </message>
    <message>
        <source>Nothing answers at {0}</source>
        <translation>{0} 处没有应答</translation>
    </message>
    <message>
        <source>No action is required. A synchronized folder on this computer is faster.</source>
        <translation>无需处理。使用本机上的同步文件夹会更快。</translation>
    </message>
    <message>
        <source>No action is required. To see changes within a second, keep the vault on this computer.</source>
        <translation>无需处理；如需在一秒内看到更改，请将仓库放在本机。</translation>
    </message>
    <message>
        <source>None of it was used. The file may have been replaced.</source>
        <translation>未使用其中任何内容。该文件可能已被替换。</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>未作更改。</translation>
    </message>
    <message>
        <source>Nothing was deleted.</source>
        <translation>未删除任何内容。</translation>
    </message>
    <message>
        <source>Nothing was deleted. Obsidian&apos;s settings can name the vault&apos;s own .trash folder instead.</source>
        <translation>未删除任何内容。可在 Obsidian 的设置中改为使用仓库自己的 .trash 文件夹。</translation>
    </message>
    <message>
        <source>Nothing was done: {0}.</source>
        <translation>未执行任何操作：{0}。</translation>
    </message>
    <message>
        <source>Nothing was looked up.</source>
        <translation>未查找任何内容。</translation>
    </message>
    <message>
        <source>Nothing was sent. Free some space or check the folder&apos;s permissions.</source>
        <translation>未发送任何内容。请腾出一些空间或检查文件夹的权限。</translation>
    </message>
    <message>
        <source>Nothing was written. Read the new text, then decide.</source>
        <translation>未写入任何内容。请阅读新文本后再决定。</translation>
    </message>
    <message>
        <source>Created by another version of VaultDesk; it is rebuilt when the vault is opened.</source>
        <translation>由 VaultDesk 的另一个版本创建；打开仓库时会重建。</translation>
    </message>
    <message>
        <source>{0} note of {1} was sent with the question; {2} more were left out.</source>
        <translation>来自 {1} 的 {0} 篇笔记已随问题发送；另有 {2} 篇被略去。</translation>
    </message>
    <message>
        <source>{0} notes of {1} were sent with the question; {2} more were left out.</source>
        <translation>来自 {1} 的 {0} 篇笔记已随问题发送；另有 {2} 篇被略去。</translation>
    </message>
    <message>
        <source>Off: no search engine is chosen.</source>
        <translation>已关闭：未选择搜索引擎。</translation>
    </message>
    <message>
        <source>Offline assistant</source>
        <translation>离线助手</translation>
    </message>
    <message>
        <source>On GNOME install the extension AppIndicator; elsewhere add a tray to the panel.</source>
        <translation>在 GNOME 上请安装 AppIndicator 扩展；在其他桌面上请向面板添加系统托盘。</translation>
    </message>
    <message>
        <source>Only notes can be changed.</source>
        <translation>只能更改笔记。</translation>
    </message>
    <message>
        <source>Only pages, texts and PDFs are read.</source>
        <translation>只读取网页、文本和 PDF。</translation>
    </message>
    <message>
        <source>Only plain files are notes.</source>
        <translation>只有普通文件才是笔记。</translation>
    </message>
    <message>
        <source>Only public pages are fetched.</source>
        <translation>只获取公开的网页。</translation>
    </message>
    <message>
        <source>Only the first {0} chats were read; choose a smaller part.</source>
        <translation>只读取了前 {0} 个对话；请选择较小的部分。</translation>
    </message>
    <message>
        <source>Only the first {0} messages were read.</source>
        <translation>只读取了前 {0} 条消息。</translation>
    </message>
    <message>
        <source>Only the first {0} parts of the query are used; the rest is ignored.</source>
        <translation>只使用查询的前 {0} 个部分，其余部分被忽略。</translation>
    </message>
    <message>
        <source>Only web pages are fetched.</source>
        <translation>只获取网页。</translation>
    </message>
    <message>
        <source>Note texts are not available here</source>
        <translation>此处无法使用笔记文本</translation>
    </message>
    <message>
        <source>Only {0} folders can be watched by all programs together; the vault has {1}.</source>
        <translation>所有程序总共只能监视 {0} 个文件夹；仓库有 {1} 个。</translation>
    </message>
    <message>
        <source>Only {0} folders can be watched.</source>
        <translation>只能监视 {0} 个文件夹。</translation>
    </message>
    <message>
        <source>Open it elsewhere and copy its text.</source>
        <translation>请在别处打开并复制其文本。</translation>
    </message>
    <message>
        <source>Open it in another program.</source>
        <translation>请在其他程序中打开它。</translation>
    </message>
    <message>
        <source>Open that one, or choose another name.</source>
        <translation>请打开那一篇，或选择其他名称。</translation>
    </message>
    <message>
        <source>Open the file in another program.</source>
        <translation>请用其他程序打开该文件。</translation>
    </message>
    <message>
        <source>Open the folder that holds your notes.</source>
        <translation>请打开存放笔记的文件夹。</translation>
    </message>
    <message>
        <source>Open the vault again.</source>
        <translation>请重新打开仓库。</translation>
    </message>
    <message>
        <source>Open the vault once; then the link works.</source>
        <translation>请先打开一次该仓库，之后链接即可使用。</translation>
    </message>
    <message>
        <source>OpenAI-compatible server</source>
        <translation>兼容 OpenAI 的服务器</translation>
    </message>
    <message>
        <source>PDF pages cannot be shown</source>
        <translation>无法显示 PDF 页面</translation>
    </message>
    <message>
        <source>Pages cannot be read: {0}</source>
        <translation>无法读取页面：{0}</translation>
    </message>
    <message>
        <source>Pages of PDFs can be shown.</source>
        <translation>可以显示 PDF 页面。</translation>
    </message>
    <message>
        <source>Paused on battery.</source>
        <translation>使用电池时已暂停。</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>已暂停。</translation>
    </message>
    <message>
        <source>Plans what to look up, does that, then answers once; @vault, @web and others request a look-up.</source>
        <translation>先计划要查找什么，逐一查找，然后一次回答；@vault、@web 等可要求查找。</translation>
    </message>
    <message>
        <source>Plus</source>
        <translation>Plus</translation>
    </message>
    <message>
        <source>Pomodoro</source>
        <translation>番茄钟</translation>
    </message>
    <message>
        <source>Port {0} is not used for web pages</source>
        <translation>端口 {0} 不用于网页</translation>
    </message>
    <message>
        <source>On Wayland programs cannot register system-wide shortcuts, and this desktop has no portal for them.</source>
        <translation>在 Wayland 上程序无法注册系统级快捷键，而此桌面没有相应的门户。</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Projects are notes in {0}.</source>
        <translation>项目是 {0} 中的笔记。</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Properties and tags</source>
        <translation>属性和标签</translation>
    </message>
    <message>
        <source>Properties removed: {0}.</source>
        <translation>移除的属性：{0}。</translation>
    </message>
    <message>
        <source>Copy it into the vault folder with the file manager.</source>
        <translation>请用文件管理器将其复制到仓库文件夹。</translation>
    </message>
    <message>
        <source>Merge the two and delete the copy; then the note can be changed.</source>
        <translation>请将两者合并并删除副本；之后即可更改。</translation>
    </message>
    <message>
        <source>Qt does not start: {0}</source>
        <translation>Qt 无法启动：{0}</translation>
    </message>
    <message>
        <source>Qt {0} starts, on {1}.</source>
        <translation>Qt {0} 可以启动，平台为 {1}。</translation>
    </message>
    <message>
        <source>Qt {0} starts.</source>
        <translation>Qt {0} 可以启动。</translation>
    </message>
    <message>
        <source>Query notes</source>
        <translation>查询笔记</translation>
    </message>
    <message>
        <source>Query your notes: {0}</source>
        <translation>查询你的笔记：{0}</translation>
    </message>
    <message>
        <source>Raise Context window in Settings (it is {0} tokens now), or start a new chat.</source>
        <translation>请在“设置”中增大上下文窗口（现为 {0} 个 token），或开始新对话。</translation>
    </message>
    <message>
        <source>Raise Context window in Settings, or start a new chat.</source>
        <translation>请在“设置”中增大上下文窗口，或开始新对话。</translation>
    </message>
    <message>
        <source>Raise fs.inotify.max_user_watches. Until then the folder is compared every minute, and whenever you return to the window.</source>
        <translation>请调高 fs.inotify.max_user_watches。在此之前，每分钟以及每次回到窗口时都会比对文件夹。</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>阅读</translation>
    </message>
    <message>
        <source>Read a note</source>
        <translation>读取笔记</translation>
    </message>
    <message>
        <source>Open it again to read it.</source>
        <translation>请重新打开以阅读。</translation>
    </message>
    <message>
        <source>Read it and accept it again{0}</source>
        <translation>请重新阅读并接受{0}</translation>
    </message>
    <message>
        <source>Read notes</source>
        <translation>读取笔记</translation>
    </message>
    <message>
        <source>Read what its note says and accept it{0}</source>
        <translation>请阅读其笔记的内容并接受{0}</translation>
    </message>
    <message>
        <source>Read {0} note</source>
        <translation>读取 {0} 篇笔记</translation>
    </message>
    <message>
        <source>Read {0} notes</source>
        <translation>读取 {0} 篇笔记</translation>
    </message>
    <message>
        <source>Read “{0}” of</source>
        <translation>读取“{0}”部分，来自</translation>
    </message>
    <message>
        <source>Read “{1}” of {0} note</source>
        <translation>读取 {0} 篇笔记中的“{1}”</translation>
    </message>
    <message>
        <source>Read “{1}” of {0} notes</source>
        <translation>读取 {0} 篇笔记中的“{1}”</translation>
    </message>
    <message>
        <source>Indexing for search by meaning stopped because of an error in VaultDesk.</source>
        <translation>由于 VaultDesk 出错，为按含义搜索编制索引已停止。</translation>
    </message>
    <message>
        <source>Reading notes</source>
        <translation>读取笔记</translation>
    </message>
    <message>
        <source>Refresh the search index</source>
        <translation>刷新搜索索引</translation>
    </message>
    <message>
        <source>Remember</source>
        <translation>记住</translation>
    </message>
    <message>
        <source>Remember “{0}”</source>
        <translation>记住“{0}”</translation>
    </message>
    <message>
        <source>Remove tags</source>
        <translation>移除标签</translation>
    </message>
    <message>
        <source>Remove tags from</source>
        <translation>移除标签</translation>
    </message>
    <message>
        <source>Remove that character.</source>
        <translation>请移除该字符。</translation>
    </message>
    <message>
        <source>Remove the character.</source>
        <translation>请移除该字符。</translation>
    </message>
    <message>
        <source>Remove {0} from</source>
        <translation>移除 {0}，来自</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Rename a note</source>
        <translation>重命名笔记</translation>
    </message>
    <message>
        <source>Rename one of each before you copy the vault there.</source>
        <translation>将仓库复制到那里之前，请为每对中的一个重命名。</translation>
    </message>
    <message>
        <source>Rename one of them first.</source>
        <translation>请先重命名其中一个。</translation>
    </message>
    <message>
        <source>Rename the file, then try again.</source>
        <translation>请重命名文件后重试。</translation>
    </message>
    <message>
        <source>Rename {0} note</source>
        <translation>重命名 {0} 篇笔记</translation>
    </message>
    <message>
        <source>Rename {0} notes</source>
        <translation>重命名 {0} 篇笔记</translation>
    </message>
    <message>
        <source>Rename {0} to {1} in</source>
        <translation>将 {0} 改名为 {1}，位于</translation>
    </message>
    <message>
        <source>Repair {0} link</source>
        <translation>修复 {0} 个链接</translation>
    </message>
    <message>
        <source>Repair {0} links</source>
        <translation>修复 {0} 个链接</translation>
    </message>
    <message>
        <source>Run `codex login` in a terminal, then ask again.</source>
        <translation>请在终端中运行 `codex login`，然后重新提问。</translation>
    </message>
    <message>
        <source>Run: ollama signin. Or choose a model that runs on this computer.</source>
        <translation>请运行：ollama signin。或选择在本机运行的模型。</translation>
    </message>
    <message>
        <source>Running. Number of models: {0}.</source>
        <translation>正在运行，括号内为模型数量：{0}。</translation>
    </message>
    <message>
        <source>SQLite {0} has no full-text search: {1}</source>
        <translation>SQLite {0} 没有全文搜索：{1}</translation>
    </message>
    <message>
        <source>Save a copy without one.</source>
        <translation>请保存一份不含它的副本。</translation>
    </message>
    <message>
        <source>Save it as UTF-8 in an editor.</source>
        <translation>请在编辑器中存为 UTF-8。</translation>
    </message>
    <message>
        <source>Save it as a text or a PDF first.</source>
        <translation>请先存为文本或 PDF。</translation>
    </message>
    <message>
        <source>SearXNG does not return results as JSON</source>
        <translation>SearXNG 未以 JSON 返回结果</translation>
    </message>
    <message>
        <source>Search again.</source>
        <translation>请重新搜索。</translation>
    </message>
    <message>
        <source>Search and read in “{0}” without asking</source>
        <translation>在“{0}”中无需询问即可搜索和读取</translation>
    </message>
    <message>
        <source>Search and read without asking</source>
        <translation>无需询问即可搜索和读取</translation>
    </message>
    <message>
        <source>Search by meaning is not installed</source>
        <translation>未安装按含义搜索</translation>
    </message>
    <message>
        <source>This transcript was generated by speech recognition. Words, names and numbers may be wrong.</source>
        <translation>此字幕文本由语音识别生成。其中的词语、名称和数字可能有误。</translation>
    </message>
    <message>
        <source>Tools from other packages: {0}. Whether they can be created is checked when a vault is opened.</source>
        <translation>其他软件包的工具：{0}。能否创建这些工具，在打开仓库时检查。</translation>
    </message>
    <message>
        <source>Use a shorter query.</source>
        <translation>请使用较短的查询。</translation>
    </message>
    <message>
        <source>Search notes</source>
        <translation>搜索笔记</translation>
    </message>
    <message>
        <source>Search passages</source>
        <translation>搜索段落</translation>
    </message>
    <message>
        <source>Search the web</source>
        <translation>搜索网络</translation>
    </message>
    <message>
        <source>Search the web for “{0}”</source>
        <translation>在网络上搜索“{0}”</translation>
    </message>
    <message>
        <source>Search your notes for {0}</source>
        <translation>在你的笔记中搜索 {0}</translation>
    </message>
    <message>
        <source>Search your notes for “{0}”</source>
        <translation>在你的笔记中搜索“{0}”</translation>
    </message>
    <message>
        <source>Searches your notes first and answers only from them, with a source for each claim.</source>
        <translation>先搜索你的笔记，只根据笔记回答，并为每个论断注明来源。</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search by words still works.</source>
        <translation>按词语搜索仍可使用。</translation>
    </message>
    <message>
        <source>Check your plan at tavily.com.</source>
        <translation>请在 tavily.com 查看你的方案。</translation>
    </message>
    <message>
        <source>Check your plan there.</source>
        <translation>请在那里查看你的方案。</translation>
    </message>
    <message>
        <source>Sees no notes.</source>
        <translation>看不到任何笔记。</translation>
    </message>
    <message>
        <source>Sees pictures: {0}</source>
        <translation>能看图片：{0}</translation>
    </message>
    <message>
        <source>Select less text.</source>
        <translation>请选择较少的文本。</translation>
    </message>
    <message>
        <source>Send nothing of what was found to {0}</source>
        <translation>不向 {0} 发送找到的任何内容</translation>
    </message>
    <message>
        <source>Send what was found to {0}</source>
        <translation>将找到的内容发送给 {0}</translation>
    </message>
    <message>
        <source>Send {0} passage of “{1}” to {2}</source>
        <translation>将“{1}”中的 {0} 个段落发送给 {2}</translation>
    </message>
    <message>
        <source>Send {0} passages of {1} notes to {2}</source>
        <translation>将 {1} 篇笔记中的 {0} 个段落发送给 {2}</translation>
    </message>
    <message>
        <source>Send {0} passages of “{1}” to {2}</source>
        <translation>将“{1}”中的 {0} 个段落发送给 {2}</translation>
    </message>
    <message>
        <source>Set HTTPS_PROXY to an address like http://proxy:3128, or unset ALL_PROXY.</source>
        <translation>请将 HTTPS_PROXY 设为类似 http://proxy:3128 的地址，或取消设置 ALL_PROXY。</translation>
    </message>
    <message>
        <source>Set a larger context window in the server&apos;s settings, or choose another model.</source>
        <translation>请在服务器的设置中增大上下文窗口，或选择其他模型。</translation>
    </message>
    <message>
        <source>Set its base_url, like http://localhost:8080/v1.</source>
        <translation>请设置其 base_url，例如 http://localhost:8080/v1。</translation>
    </message>
    <message>
        <source>Set the variable, then start VaultDesk again.</source>
        <translation>请设置该变量，然后重新启动 VaultDesk。</translation>
    </message>
    <message>
        <source>Set up with a key. {0} was not contacted.</source>
        <translation>已设置，有密钥。未联系 {0}。</translation>
    </message>
    <message>
        <source>Set up without a key. {0} was not contacted.</source>
        <translation>已设置，无密钥。未联系 {0}。</translation>
    </message>
    <message>
        <source>Set {0} in</source>
        <translation>设置 {0}，位于</translation>
    </message>
    <message>
        <source>Set {0} to a folder on this computer.</source>
        <translation>请将 {0} 设为本机上的文件夹。</translation>
    </message>
    <message>
        <source>Set {0} to a folder that is not synchronized.</source>
        <translation>请将 {0} 设为未同步的文件夹。</translation>
    </message>
    <message>
        <source>Several programs synchronize this folder: {0}. They may overwrite each other&apos;s changes.</source>
        <translation>有多个程序同步此文件夹：{0}。它们可能互相覆盖对方的更改。</translation>
    </message>
    <message>
        <source>Show folders</source>
        <translation>显示文件夹</translation>
    </message>
    <message>
        <source>Show the folders and names of notes in {0}</source>
        <translation>显示 {0} 中的文件夹和笔记名称</translation>
    </message>
    <message>
        <source>Showing a picture…</source>
        <translation>正在展示图片…</translation>
    </message>
    <message>
        <source>A part of an unknown kind was left out.</source>
        <translation>略去了一个类型未知的部分。</translation>
    </message>
    <message>
        <source>Split it into smaller notes.</source>
        <translation>请将它拆分为较小的笔记。</translation>
    </message>
    <message>
        <source>Restart VaultDesk.</source>
        <translation>请重新启动 VaultDesk。</translation>
    </message>
    <message>
        <source>Start VaultDesk from a desktop session.</source>
        <translation>请从桌面会话启动 VaultDesk。</translation>
    </message>
    <message>
        <source>Start a pomodoro of {0} minutes</source>
        <translation>开始 {0} 分钟的番茄钟</translation>
    </message>
    <message>
        <source>Start it, or check its address.</source>
        <translation>请启动它，或检查其地址。</translation>
    </message>
    <message>
        <source>Start {0}, or check its address.</source>
        <translation>请启动 {0}，或检查其地址。</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Attach only the part that matters.</source>
        <translation>请只附上重要的部分。</translation>
    </message>
    <message>
        <source>That is too much to undo in one step. Use the file manager for these files.</source>
        <translation>数量过大，无法一步撤销。请用文件管理器处理这些文件。</translation>
    </message>
    <message>
        <source>This is not a valid property name</source>
        <translation>这不是有效的属性名称</translation>
    </message>
    <message>
        <source>The redirect was not followed, and nothing was sent there. Check the provider&apos;s address in Settings.</source>
        <translation>未跟随该重定向，也未向那里发送任何内容。请在“设置”中检查提供商的地址。</translation>
    </message>
    <message>
        <source>The PDF “{0}” cannot be read</source>
        <translation>无法读取 PDF“{0}”</translation>
    </message>
    <message>
        <source>The PDF “{0}” has no page {1}</source>
        <translation>PDF“{0}”没有第 {1} 页</translation>
    </message>
    <message>
        <source>The PDF “{0}” has no text</source>
        <translation>PDF“{0}”中没有文本</translation>
    </message>
    <message>
        <source>The PDF “{0}” is protected with a password</source>
        <translation>PDF“{0}”受密码保护</translation>
    </message>
    <message>
        <source>The account at {0} has no credit left</source>
        <translation>{0} 的账户余额已用完</translation>
    </message>
    <message>
        <source>The address of {0} cannot be used</source>
        <translation>{0} 的地址无法使用</translation>
    </message>
    <message>
        <source>The address of {0} is not set</source>
        <translation>未设置 {0} 的地址</translation>
    </message>
    <message>
        <source>The agent {0} cannot be used</source>
        <translation>智能体 {0} 无法使用</translation>
    </message>
    <message>
        <source>The agent {0} has not been allowed yet</source>
        <translation>智能体 {0} 尚未获得允许</translation>
    </message>
    <message>
        <source>It uses the agent {0}, if you allowed that agent.</source>
        <translation>它使用智能体 {0}（如果你允许该智能体）。</translation>
    </message>
    <message>
        <source>The answer was interrupted</source>
        <translation>回答被中断</translation>
    </message>
    <message>
        <source>The answer ended before its tool call was complete; the tool was not run.</source>
        <translation>回答在其工具调用完整之前结束；未运行该工具。</translation>
    </message>
    <message>
        <source>The answer from {0} was interrupted</source>
        <translation>{0} 的回答被中断</translation>
    </message>
    <message>
        <source>The answer from {0} cannot be used: {1}</source>
        <translation>{0} 的回答无法使用：{1}</translation>
    </message>
    <message>
        <source>Tell me to continue, or ask for a part of it.</source>
        <translation>请让我继续，或只问其中一部分。</translation>
    </message>
    <message>
        <source>The answer may be at most {0} tokens long, to stay within your limit.</source>
        <translation>为不超出上限，回答最多 {0} 个 token。</translation>
    </message>
    <message>
        <source>The answer repeats a tool call from text that the model read. It was not run.</source>
        <translation>回答重复了模型所读文本中的工具调用。该调用未运行。</translation>
    </message>
    <message>
        <source>The answer stopped because {0} is full. {1}</source>
        <translation>回答已停止，因为 {0} 已满。{1}</translation>
    </message>
    <message>
        <source>The answer was cut off, so its tool call was not run.</source>
        <translation>回答被截断，因此未运行其中的工具调用。</translation>
    </message>
    <message>
        <source>The arguments are not valid JSON: {0}.</source>
        <translation>参数不是有效的 JSON：{0}。</translation>
    </message>
    <message>
        <source>The arguments must be one JSON object.</source>
        <translation>参数必须是一个 JSON 对象。</translation>
    </message>
    <message>
        <source>The block has changed.</source>
        <translation>该块已更改。</translation>
    </message>
    <message>
        <source>The certificate of {0} cannot be trusted</source>
        <translation>{0} 的证书不可信任</translation>
    </message>
    <message>
        <source>The chat could not be saved</source>
        <translation>无法保存对话</translation>
    </message>
    <message>
        <source>The chat is longer than {0}, so {1} has probably left out its beginning. {2}</source>
        <translation>对话超过 {0}，因此 {1} 可能略去了开头。{2}</translation>
    </message>
    <message>
        <source>The chat is too long for this model of {0}</source>
        <translation>对话对 {0} 的此模型来说太长</translation>
    </message>
    <message>
        <source>The chat is being written by another program</source>
        <translation>另一个程序正在写入此对话</translation>
    </message>
    <message>
        <source>The chat was not deleted</source>
        <translation>对话未删除</translation>
    </message>
    <message>
        <source>The chat was not renamed</source>
        <translation>对话未重命名</translation>
    </message>
    <message>
        <source>The chat&apos;s note changes faster than it can be written</source>
        <translation>对话的笔记更改得太快，来不及写入</translation>
    </message>
    <message>
        <source>The check itself failed: {0}.</source>
        <translation>检查本身失败：{0}。</translation>
    </message>
    <message>
        <source>The connection to {0} was interrupted</source>
        <translation>与 {0} 的连接中断</translation>
    </message>
    <message>
        <source>The connection to {0} timed out or was interrupted</source>
        <translation>与 {0} 的连接超时或被中断</translation>
    </message>
    <message>
        <source>The conversation is too long for {0}: about {1} tokens, and {2} fit</source>
        <translation>对话对 {0} 来说太长：约 {1} 个 token，只能容纳 {2} 个</translation>
    </message>
    <message>
        <source>The data is on a network drive ({0}), where a database may be damaged.</source>
        <translation>数据位于网络驱动器（{0}），数据库在那里可能会损坏。</translation>
    </message>
    <message>
        <source>The disk reported an error for the search index.</source>
        <translation>磁盘报告搜索索引出错。</translation>
    </message>
    <message>
        <source>The disk is full: {0} free.</source>
        <translation>磁盘已满：可用 {0}。</translation>
    </message>
    <message>
        <source>The disk with the search index is full.</source>
        <translation>搜索索引所在的磁盘已满。</translation>
    </message>
    <message>
        <source>The display this terminal names does not answer.</source>
        <translation>此终端指定的显示器没有响应。</translation>
    </message>
    <message>
        <source>The earlier version of “{0}” is no longer stored, or is damaged: {1}</source>
        <translation>“{0}”的早期版本已不再保存或已损坏：{1}</translation>
    </message>
    <message>
        <source>The update file is not signed by the developers of VaultDesk</source>
        <translation>更新文件没有 VaultDesk 开发者的签名</translation>
    </message>
    <message>
        <source>The update file is older than one received before</source>
        <translation>更新文件比之前收到的更旧</translation>
    </message>
    <message>
        <source>The folder is named “{0}” here.</source>
        <translation>该文件夹在这里名为“{0}”。</translation>
    </message>
    <message>
        <source>The folder “{0}” cannot be opened.</source>
        <translation>无法打开文件夹“{0}”。</translation>
    </message>
    <message>
        <source>The properties of {0} no longer contain settings</source>
        <translation>{0} 的属性不再含有设置</translation>
    </message>
    <message>
        <source>The input method {0} is configured, but this Qt does not support it.</source>
        <translation>已配置输入法 {0}，但此 Qt 不支持它。</translation>
    </message>
    <message>
        <source>The input method {0} is used.</source>
        <translation>正在使用输入法 {0}。</translation>
    </message>
    <message>
        <source>The instructions are longer than {0} characters.</source>
        <translation>指令超过 {0} 个字符。</translation>
    </message>
    <message>
        <source>The instructions contain invisible characters.</source>
        <translation>指令中含有不可见字符。</translation>
    </message>
    <message>
        <source>The key of {0} could not be removed</source>
        <translation>无法移除 {0} 的密钥</translation>
    </message>
    <message>
        <source>The key of {0} was entered for {1} and is not sent to {2}.</source>
        <translation>{0} 的密钥是为 {1} 填写的，不会发送到 {2}。</translation>
    </message>
    <message>
        <source>The keyring of this computer reported an error: {0}. Remove the key there, under VaultDesk.</source>
        <translation>本机的密钥环报告错误：{0}。请在密钥环的 VaultDesk 项下移除该密钥。</translation>
    </message>
    <message>
        <source>The key could not be read from the keyring of this computer: {0}.</source>
        <translation>无法从本机的密钥环读取密钥：{0}。</translation>
    </message>
    <message>
        <source>The limit of {0} tool rounds was reached, so the model answers now.</source>
        <translation>已达到 {0} 轮工具的上限，因此模型现在作答。</translation>
    </message>
    <message>
        <source>The log has details. Please report it.</source>
        <translation>详细信息见日志。请报告此问题。</translation>
    </message>
    <message>
        <source>The model alone: it sees none of your notes and uses no tools.</source>
        <translation>只用模型：它看不到你的任何笔记，也不使用工具。</translation>
    </message>
    <message>
        <source>The model answered before it had the results. That part was left out.</source>
        <translation>模型在得到结果之前就作答。该部分已省略。</translation>
    </message>
    <message>
        <source>The model asked for more than {0} tools at once. The rest was left out.</source>
        <translation>模型一次请求了超过 {0} 个工具。其余已省略。</translation>
    </message>
    <message>
        <source>The model for search by meaning cannot be loaded</source>
        <translation>无法载入按含义搜索的模型</translation>
    </message>
    <message>
        <source>The model for search by meaning does not run on this computer</source>
        <translation>按含义搜索的模型无法在本机运行</translation>
    </message>
    <message>
        <source>The model for search by meaning is damaged</source>
        <translation>按含义搜索的模型已损坏</translation>
    </message>
    <message>
        <source>The model for search by meaning is missing</source>
        <translation>缺少按含义搜索的模型</translation>
    </message>
    <message>
        <source>The model gave no meaning.</source>
        <translation>模型没有给出释义。</translation>
    </message>
    <message>
        <source>The model used the same id for two tool calls</source>
        <translation>模型为两次工具调用使用了相同的 id</translation>
    </message>
    <message>
        <source>The model was closed</source>
        <translation>模型已关闭</translation>
    </message>
    <message>
        <source>The model wrote at length before it asked for a tool.</source>
        <translation>模型在请求工具之前写了大段文字。</translation>
    </message>
    <message>
        <source>The model wrote no summary</source>
        <translation>模型没有写出摘要</translation>
    </message>
    <message>
        <source>The model&apos;s tool calls could not be read</source>
        <translation>无法读取模型的工具调用</translation>
    </message>
    <message>
        <source>The model&apos;s last tool call is incomplete and was not run.</source>
        <translation>模型的最后一次工具调用不完整，未运行。</translation>
    </message>
    <message>
        <source>The name {0} cannot be found</source>
        <translation>找不到名称 {0}</translation>
    </message>
    <message>
        <source>The new name looks like that of another note, “{0}”.</source>
        <translation>新名称看起来与另一篇笔记“{0}”相同。</translation>
    </message>
    <message>
        <source>The new text contains invisible characters; they are shown as &lt;U+…&gt;.</source>
        <translation>新文本含有不可见字符；它们显示为 &lt;U+…&gt;。</translation>
    </message>
    <message>
        <source>The note has changed.</source>
        <translation>笔记已更改。</translation>
    </message>
    <message>
        <source>The note could not be written.</source>
        <translation>无法写入该笔记。</translation>
    </message>
    <message>
        <source>The note has no instructions: write them below the properties.</source>
        <translation>该笔记没有指令：请写在属性下方。</translation>
    </message>
    <message>
        <source>The note itself is not affected. Check the disk where VaultDesk stores its data.</source>
        <translation>笔记本身未受影响。请检查 VaultDesk 存放数据的磁盘。</translation>
    </message>
    <message>
        <source>The note itself is not affected. Check the disk.</source>
        <translation>笔记本身未受影响。请检查磁盘。</translation>
    </message>
    <message>
        <source>The note of the agent {0} has changed since you allowed it</source>
        <translation>自你允许后，智能体 {0} 的笔记有更改</translation>
    </message>
    <message>
        <source>The note of the agent {0} changed while you were reviewing it</source>
        <translation>你查看期间，智能体 {0} 的笔记有更改</translation>
    </message>
    <message>
        <source>The note of the project {0} has changed since you accepted it</source>
        <translation>自你接受后，项目 {0} 的笔记有更改</translation>
    </message>
    <message>
        <source>The note of the project {0} changed while you were reading it</source>
        <translation>你阅读期间，项目 {0} 的笔记有更改</translation>
    </message>
    <message>
        <source>The note has changed since</source>
        <translation>笔记此后有更改</translation>
    </message>
    <message>
        <source>The note “{0}” has no block “{1}”.</source>
        <translation>笔记“{0}”中没有块“{1}”。</translation>
    </message>
    <message>
        <source>The note “{0}” has no heading “{1}”.</source>
        <translation>笔记“{0}”中没有标题“{1}”。</translation>
    </message>
    <message>
        <source>The note&apos;s properties cannot be changed</source>
        <translation>无法更改笔记的属性</translation>
    </message>
    <message>
        <source>The offline assistant cannot rewrite</source>
        <translation>离线助手不能改写</translation>
    </message>
    <message>
        <source>The other entries were read.</source>
        <translation>其他条目已读取。</translation>
    </message>
    <message>
        <source>The page cannot be displayed: {0}</source>
        <translation>无法显示该页：{0}</translation>
    </message>
    <message>
        <source>The page cannot be read</source>
        <translation>无法读取网页</translation>
    </message>
    <message>
        <source>The page contains hidden text, which was left out.</source>
        <translation>该网页含有隐藏文本，已将其略去。</translation>
    </message>
    <message>
        <source>The page uses a compression that was not requested</source>
        <translation>网页使用了未请求的压缩方式</translation>
    </message>
    <message>
        <source>The compressed page is damaged and cannot be read</source>
        <translation>压缩的网页已损坏，无法读取</translation>
    </message>
    <message>
        <source>The page is too large</source>
        <translation>网页太大</translation>
    </message>
    <message>
        <source>The Search index page lists each with its reason.</source>
        <translation>“搜索索引”页面列出每一篇及其原因。</translation>
    </message>
    <message>
        <source>The page takes too long to read</source>
        <translation>读取网页耗时过长</translation>
    </message>
    <message>
        <source>The page {0} was not fetched.</source>
        <translation>未获取页面 {0}。</translation>
    </message>
    <message>
        <source>The pattern {0} is invalid or too large; it is ignored.</source>
        <translation>模式 {0} 无效或过大，已被忽略。</translation>
    </message>
    <message>
        <source>The pattern {0} uses lookahead or lookbehind, which is not supported; it is ignored.</source>
        <translation>模式 {0} 使用了不受支持的前瞻或后顾，已被忽略。</translation>
    </message>
    <message>
        <source>The pattern {0} uses a backreference, which is not supported; it is ignored.</source>
        <translation>模式 {0} 使用了不受支持的反向引用，已被忽略。</translation>
    </message>
    <message>
        <source>The custom instructions of that time were left out.</source>
        <translation>略去了当时的自定义指令。</translation>
    </message>
    <message>
        <source>The picture “{0}” is larger than {1} MB</source>
        <translation>图片“{0}”超过 {1} MB</translation>
    </message>
    <message>
        <source>The price of {0} is not known: it is not counted for {1}.</source>
        <translation>{0} 的价格未知：不计入{1}。</translation>
    </message>
    <message>
        <source>The program is in a folder whose name cannot be used in a startup entry. Move it to another folder.</source>
        <translation>程序所在文件夹的名称无法用于启动项。请将程序移到其他文件夹。</translation>
    </message>
    <message>
        <source>The path of the program is too long for a Windows startup entry. Move it to a shorter path.</source>
        <translation>程序的路径过长，无法用作 Windows 启动项。请移到较短的路径。</translation>
    </message>
    <message>
        <source>The project {0} cannot be used</source>
        <translation>项目 {0} 无法使用</translation>
    </message>
    <message>
        <source>The project {0} has not been accepted yet</source>
        <translation>项目 {0} 尚未获得接受</translation>
    </message>
    <message>
        <source>The provider {0} has no address</source>
        <translation>提供商 {0} 没有地址</translation>
    </message>
    <message>
        <source>The provider&apos;s address contains a user name or password</source>
        <translation>提供商的地址含有用户名或密码</translation>
    </message>
    <message>
        <source>The provider&apos;s address {0} cannot be used</source>
        <translation>提供商的地址 {0} 无法使用</translation>
    </message>
    <message>
        <source>The provider&apos;s address {0} has a ? or # part</source>
        <translation>提供商的地址 {0} 含有 ? 或 # 部分</translation>
    </message>
    <message>
        <source>The proxy in front of {0} rejected the request</source>
        <translation>{0} 前的代理拒绝了此请求</translation>
    </message>
    <message>
        <source>The proxy settings of this computer cannot be used for {0}</source>
        <translation>本机的代理设置无法用于 {0}</translation>
    </message>
    <message>
        <source>The record of changes cannot be created: {0}.</source>
        <translation>无法创建更改记录：{0}。</translation>
    </message>
    <message>
        <source>The record of changes cannot be used: {0}.</source>
        <translation>无法使用更改记录：{0}。</translation>
    </message>
    <message>
        <source>The record of tool calls cannot be cleared: {0}.</source>
        <translation>无法清除工具调用记录：{0}。</translation>
    </message>
    <message>
        <source>The search index cannot be saved.</source>
        <translation>无法保存搜索索引。</translation>
    </message>
    <message>
        <source>The search index cannot be opened.</source>
        <translation>无法打开搜索索引。</translation>
    </message>
    <message>
        <source>The search index is being rebuilt, so an answer would be incomplete.</source>
        <translation>正在重建搜索索引，因此回答会不完整。</translation>
    </message>
    <message>
        <source>The search index is damaged.</source>
        <translation>搜索索引已损坏。</translation>
    </message>
    <message>
        <source>The search index is in use.</source>
        <translation>搜索索引正在使用中。</translation>
    </message>
    <message>
        <source>The search index cannot be written.</source>
        <translation>无法写入搜索索引。</translation>
    </message>
    <message>
        <source>The search index was just closed.</source>
        <translation>搜索索引刚刚关闭。</translation>
    </message>
    <message>
        <source>The search was stopped.</source>
        <translation>搜索已停止。</translation>
    </message>
    <message>
        <source>The setting {0} cannot be used</source>
        <translation>设置 {0} 无法使用</translation>
    </message>
    <message>
        <source>The settings could not be changed</source>
        <translation>无法更改设置</translation>
    </message>
    <message>
        <source>The settings could not be saved</source>
        <translation>无法保存设置</translation>
    </message>
    <message>
        <source>The settings file cannot be read</source>
        <translation>无法读取设置文件</translation>
    </message>
    <message>
        <source>The settings file has a mistake</source>
        <translation>设置文件有错误</translation>
    </message>
    <message>
        <source>The settings file has a mistake in line {0}</source>
        <translation>设置文件第 {0} 行有错误</translation>
    </message>
    <message>
        <source>The settings were written by a newer VaultDesk</source>
        <translation>设置由更新版本的 VaultDesk 写入</translation>
    </message>
    <message>
        <source>The setting to start with the system could not be changed</source>
        <translation>无法更改随系统启动的设置</translation>
    </message>
    <message>
        <source>The system sets no known limit.</source>
        <translation>系统没有设置已知的限制。</translation>
    </message>
    <message>
        <source>The text contains a NUL character and cannot be saved.</source>
        <translation>文本中有 NUL 字符，无法保存。</translation>
    </message>
    <message>
        <source>The text contains an incomplete character and cannot be saved.</source>
        <translation>文本中有不完整的字符，无法保存。</translation>
    </message>
    <message>
        <source>The text is larger than {0} MB and was not saved.</source>
        <translation>文本超过 {0} MB，未保存。</translation>
    </message>
    <message>
        <source>The text of these {0} notes, about {1}, leaves this computer for {2} at {3}.</source>
        <translation>这 {0} 篇笔记的文本（约 {1}）将离开本机，发送给 {3} 的 {2}。</translation>
    </message>
    <message>
        <source>The text of this note, about {0}, leaves this computer for {1} at {2}.</source>
        <translation>这篇笔记的文本（约 {0}）将离开本机，发送给 {2} 的 {1}。</translation>
    </message>
    <message>
        <source>The text of {0} note stayed on this computer: it could not be reviewed.</source>
        <translation>{0} 篇笔记的文本留在本机：无法查看该文本。</translation>
    </message>
    <message>
        <source>The text of {0} notes stayed on this computer: it could not be reviewed.</source>
        <translation>{0} 篇笔记的文本留在本机：无法查看这些文本。</translation>
    </message>
    <message>
        <source>The test ended after {0} seconds. The remaining results are not known.</source>
        <translation>测试在 {0} 秒后结束。其余结果未知。</translation>
    </message>
    <message>
        <source>The vault cannot be opened for writing: {0}.</source>
        <translation>无法打开仓库进行写入：{0}。</translation>
    </message>
    <message>
        <source>The vault&apos;s folder cannot be read.</source>
        <translation>无法读取仓库的文件夹。</translation>
    </message>
    <message>
        <source>The folder of the vault no longer exists.</source>
        <translation>仓库的文件夹已不存在。</translation>
    </message>
    <message>
        <source>The connection uses the proxy {0}.</source>
        <translation>连接使用代理 {0}。</translation>
    </message>
    <message>
        <source>The words above leave this computer for {0}. You see what comes back before the model does.</source>
        <translation>以上文字将离开本机，发送给 {0}。返回的内容你会先于模型看到。</translation>
    </message>
    <message>
        <source>There are no notes in {0}.</source>
        <translation>{0} 中没有笔记。</translation>
    </message>
    <message>
        <source>{0} was ignored: there are no words to search for.</source>
        <translation>已忽略 {0}：没有可搜索的词。</translation>
    </message>
    <message>
        <source>The vault contains no symbolic links.</source>
        <translation>仓库中没有符号链接。</translation>
    </message>
    <message>
        <source>There are {0} notes of this name.</source>
        <translation>有 {0} 篇同名的笔记。</translation>
    </message>
    <message>
        <source>Available modes: {0}.</source>
        <translation>可用的模式：{0}。</translation>
    </message>
    <message>
        <source>A spell checker is installed, but no dictionary.</source>
        <translation>已安装拼写检查器，但没有词典。</translation>
    </message>
    <message>
        <source>There is already a note “{0}” here.</source>
        <translation>这里已有笔记“{0}”。</translation>
    </message>
    <message>
        <source>There is already a note “{0}” there.</source>
        <translation>那里已有笔记“{0}”。</translation>
    </message>
    <message>
        <source>A file or folder named “{0}” already exists here.</source>
        <translation>这里已有名为“{0}”的文件或文件夹。</translation>
    </message>
    <message>
        <source>A file or folder named “{0}” already exists.</source>
        <translation>已有名为“{0}”的文件或文件夹。</translation>
    </message>
    <message>
        <source>There is now another note “{0}” at its earlier path.</source>
        <translation>其原路径现在是另一篇笔记“{0}”。</translation>
    </message>
    <message>
        <source>There is now another note “{0}” in its place.</source>
        <translation>其位置现在是另一篇笔记“{0}”。</translation>
    </message>
    <message>
        <source>There is no address yet.</source>
        <translation>还没有地址。</translation>
    </message>
    <message>
        <source>There is no agent {0}</source>
        <translation>没有智能体 {0}</translation>
    </message>
    <message>
        <source>The agent {0} no longer exists</source>
        <translation>智能体 {0} 已不存在</translation>
    </message>
    <message>
        <source>Change {0} is not in the list of changes. It may have expired.</source>
        <translation>更改列表中没有更改 {0}。它可能已过期。</translation>
    </message>
    <message>
        <source>There is no chat “{0}”.</source>
        <translation>不存在对话“{0}”。</translation>
    </message>
    <message>
        <source>@time was ignored: the time is not available here.</source>
        <translation>已忽略 @time：此处无法获取时间。</translation>
    </message>
    <message>
        <source>There is no folder “{0}”.</source>
        <translation>没有文件夹“{0}”。</translation>
    </message>
    <message>
        <source>There is no key for {0}.</source>
        <translation>没有 {0} 的密钥。</translation>
    </message>
    <message>
        <source>@memory was ignored: memory is not available here.</source>
        <translation>已忽略 @memory：此处没有记忆。</translation>
    </message>
    <message>
        <source>There is no note or file “{0}” in the vault.</source>
        <translation>仓库中没有笔记或文件“{0}”。</translation>
    </message>
    <message>
        <source>There is no note “{0}”.</source>
        <translation>没有笔记“{0}”。</translation>
    </message>
    <message>
        <source>The search index cannot be created: {0}.</source>
        <translation>无法创建搜索索引：{0}。</translation>
    </message>
    <message>
        <source>There is no project {0}</source>
        <translation>没有项目 {0}</translation>
    </message>
    <message>
        <source>There is no provider {0}</source>
        <translation>没有提供商 {0}</translation>
    </message>
    <message>
        <source>There is no question to ask again.</source>
        <translation>没有可重新提出的问题。</translation>
    </message>
    <message>
        <source>There is no screen.</source>
        <translation>没有屏幕。</translation>
    </message>
    <message>
        <source>@vault was ignored: search in notes is not available here.</source>
        <translation>已忽略 @vault：此处不能搜索笔记。</translation>
    </message>
    <message>
        <source>Search in notes is not available here, so the model answers without them.</source>
        <translation>此处不能搜索笔记，因此模型不使用笔记回答。</translation>
    </message>
    <message>
        <source>There is no session bus, so no message is shown while you work elsewhere.</source>
        <translation>没有会话总线，因此你在别处工作时不显示消息。</translation>
    </message>
    <message>
        <source>There is no setting {0}</source>
        <translation>没有设置 {0}</translation>
    </message>
    <message>
        <source>There is no such page at {0} ({1})</source>
        <translation>{0} 上没有此网页 ({1})</translation>
    </message>
    <message>
        <source>There is no text in this PDF</source>
        <translation>此 PDF 中没有文本</translation>
    </message>
    <message>
        <source>There is no transcript of this video</source>
        <translation>此视频没有字幕文本</translation>
    </message>
    <message>
        <source>There is no transcript of this video in {0}</source>
        <translation>此视频没有 {0} 的字幕文本</translation>
    </message>
    <message>
        <source>There is no mode called {0}</source>
        <translation>没有名为 {0} 的模式</translation>
    </message>
    <message>
        <source>@web was ignored: web search is not available here.</source>
        <translation>已忽略 @web：此处没有网络搜索。</translation>
    </message>
    <message>
        <source>There is no word to add.</source>
        <translation>没有可添加的词语。</translation>
    </message>
    <message>
        <source>{0} no longer exists</source>
        <translation>{0} 已不存在</translation>
    </message>
    <message>
        <source>“{0}” is not in the list of changes. It may have expired.</source>
        <translation>更改列表中没有“{0}”。它可能已过期。</translation>
    </message>
    <message>
        <source>The request could not be reviewed, so nothing was sent</source>
        <translation>无法查看此请求，因此未发送任何内容</translation>
    </message>
    <message>
        <source>There is not enough memory for the search index.</source>
        <translation>内存不足，无法使用搜索索引。</translation>
    </message>
    <message>
        <source>There is nothing to preview</source>
        <translation>没有可预览的内容</translation>
    </message>
    <message>
        <source>Available: {0}.</source>
        <translation>可用：{0}。</translation>
    </message>
    <message>
        <source>The passage could not be reviewed, so nothing was sent</source>
        <translation>无法查看此段落，因此未发送任何内容</translation>
    </message>
    <message>
        <source>There will be a note “{0}” already.</source>
        <translation>届时已有笔记“{0}”。</translation>
    </message>
    <message>
        <source>These files are larger than {0} MB together.</source>
        <translation>这些文件合计超过 {0} MB。</translation>
    </message>
    <message>
        <source>Names are not case-sensitive: Plan and plan are one note.</source>
        <translation>名称不区分大小写：Plan 和 plan 是同一篇笔记。</translation>
    </message>
    <message>
        <source>Names are case-sensitive; VaultDesk never creates two names that differ only in case.</source>
        <translation>名称区分大小写；VaultDesk 从不创建两个仅大小写不同的名称。</translation>
    </message>
    <message>
        <source>This PDF cannot be read</source>
        <translation>无法读取此 PDF</translation>
    </message>
    <message>
        <source>This PDF cannot be shown</source>
        <translation>无法显示此 PDF</translation>
    </message>
    <message>
        <source>This PDF is protected by a password</source>
        <translation>此 PDF 受密码保护</translation>
    </message>
    <message>
        <source>This address is longer than {0} characters</source>
        <translation>此地址超过 {0} 个字符</translation>
    </message>
    <message>
        <source>This answer names no source from your notes.</source>
        <translation>此回答未注明来自你笔记的来源。</translation>
    </message>
    <message>
        <source>This answer was made with a private note, and the note of this chat is not private</source>
        <translation>此回答使用了私密笔记，而此对话的笔记不是私密的</translation>
    </message>
    <message>
        <source>This cannot be searched for: {0}.</source>
        <translation>无法搜索此内容：{0}。</translation>
    </message>
    <message>
        <source>This chat contains text from outside and from your notes: check everything that is sent or written.</source>
        <translation>此对话含有来自外部和你笔记的文本：请检查所有将发送或写入的内容。</translation>
    </message>
    <message>
        <source>This desktop shows a tray.</source>
        <translation>此桌面显示系统托盘。</translation>
    </message>
    <message>
        <source>This desktop shows no tray, so closing the last window ends VaultDesk.</source>
        <translation>此桌面不显示系统托盘，因此关闭最后一个窗口会退出 VaultDesk。</translation>
    </message>
    <message>
        <source>This file is not part of the request</source>
        <translation>此文件不属于该请求</translation>
    </message>
    <message>
        <source>This is not the address of a YouTube video</source>
        <translation>这不是 YouTube 视频的地址</translation>
    </message>
    <message>
        <source>Start a new chat, attach less, or choose a model with a larger context window.</source>
        <translation>请开始新对话，减少附加的内容，或选择上下文窗口较大的模型。</translation>
    </message>
    <message>
        <source>Start a new chat, or attach less.</source>
        <translation>请开始新对话，或减少附加的内容。</translation>
    </message>
    <message>
        <source>Switch on “Summarize long chats” in Settings, or start a new chat.</source>
        <translation>请在“设置”中开启“概括长对话”，或开始新对话。</translation>
    </message>
    <message>
        <source>The account at {0} is disabled</source>
        <translation>{0} 的账户已停用</translation>
    </message>
    <message>
        <source>The account at {0} may not use this model</source>
        <translation>{0} 的账户无权使用此模型</translation>
    </message>
    <message>
        <source>The answer is not in the required form, so the model is asked again.</source>
        <translation>回答不符合要求的格式，因此再次询问模型。</translation>
    </message>
    <message>
        <source>The chat template of this model fails at {0}</source>
        <translation>此模型的对话模板在 {0} 上出错</translation>
    </message>
    <message>
        <source>The content check of {0} rejected the question</source>
        <translation>{0} 的内容审核拒绝了此问题</translation>
    </message>
    <message>
        <source>The context window of {0} is too small for tools ({1} tokens)</source>
        <translation>{0} 的上下文窗口太小，无法使用工具（{1} 个 token）</translation>
    </message>
    <message>
        <source>The context window of {0} is too small: it has {1} tokens, and a request takes {2} before the question</source>
        <translation>{0} 的上下文窗口太小：共 {1} 个 token，而不计问题，请求本身就占 {2} 个</translation>
    </message>
    <message>
        <source>The daily limit of the account at {0} is reached</source>
        <translation>{0} 的账户已达到每日限额</translation>
    </message>
    <message>
        <source>The key contains a line break</source>
        <translation>密钥中含有换行</translation>
    </message>
    <message>
        <source>The key contains a space</source>
        <translation>密钥中含有空格</translation>
    </message>
    <message>
        <source>The key contains an invisible character ({0})</source>
        <translation>密钥中含有不可见字符（{0}）</translation>
    </message>
    <message>
        <source>The key contains the character {0} ({1}), which is not allowed in a key</source>
        <translation>密钥中含有字符 {0}（{1}），密钥不允许使用此字符</translation>
    </message>
    <message>
        <source>The key in {0} cannot be used.</source>
        <translation>无法使用保存在以下位置的密钥：{0}。</translation>
    </message>
    <message>
        <source>The key is empty</source>
        <translation>密钥为空</translation>
    </message>
    <message>
        <source>The model called a tool, but tools are not available for this answer. The call was left out.</source>
        <translation>模型请求了工具，但此回答不能使用工具。该部分已省略。</translation>
    </message>
    <message>
        <source>The model file {0} cannot be read: {1}</source>
        <translation>无法读取模型文件 {0}：{1}</translation>
    </message>
    <message>
        <source>The model gave no answer. It is asked again.</source>
        <translation>模型没有给出回答，将再询问一次。</translation>
    </message>
    <message>
        <source>The monthly limit of the account at {0} is reached</source>
        <translation>{0} 的账户已达到每月限额</translation>
    </message>
    <message>
        <source>The offline assistant cannot answer in JSON or call a required tool</source>
        <translation>离线助手不能以 JSON 回答，也不能调用必须使用的工具</translation>
    </message>
    <message>
        <source>The packaged program does not include it. Use Ollama or LM Studio instead.</source>
        <translation>打包版程序不含此软件包。请改用 Ollama 或 LM Studio。</translation>
    </message>
    <message>
        <source>The process that runs {0} cannot be started: {1}</source>
        <translation>无法启动运行 {0} 的进程：{1}</translation>
    </message>
    <message>
        <source>The process that runs {0} ended unexpectedly</source>
        <translation>运行 {0} 的进程意外结束</translation>
    </message>
    <message>
        <source>The properties at the top of the note would not be readable: {0}</source>
        <translation>笔记开头的属性将无法读取：{0}</translation>
    </message>
    <message>
        <source>The properties would begin at line {0}, so they would not be read any more. They must be the first lines of the note; put other text below the --- that closes them.</source>
        <translation>属性将从第 {0} 行开始，因而不会再被读取。属性必须是笔记的最前几行；其他文本请放在结束属性的 --- 之后。</translation>
    </message>
    <message>
        <source>The provider&apos;s address contains a key</source>
        <translation>提供商的地址中含有密钥</translation>
    </message>
    <message>
        <source>The proxy for {0} requires a user name and password</source>
        <translation>{0} 前的代理要求用户名和密码</translation>
    </message>
    <message>
        <source>The proxy {0} cannot be reached, so {1} was not asked</source>
        <translation>无法连接到代理 {0}，因此未询问 {1}</translation>
    </message>
    <message>
        <source>The question is too long for {0}: about {1} tokens, and {2} fit</source>
        <translation>问题对 {0} 来说太长：约 {1} 个 token，最多可容纳 {2} 个</translation>
    </message>
    <message>
        <source>The request is larger than {0} lets this account send in one minute</source>
        <translation>请求超出了 {0} 允许此账户每分钟发送的量</translation>
    </message>
    <message>
        <source>The request is too large for {0}</source>
        <translation>请求对 {0} 来说太大</translation>
    </message>
    <message>
        <source>The server does not parse the tool calls of {0}; VaultDesk does.</source>
        <translation>服务器不解读 {0} 的工具调用，由 VaultDesk 解读。</translation>
    </message>
    <message>
        <source>The usage limit of the account at {0} is reached</source>
        <translation>{0} 的账户已达到使用限额</translation>
    </message>
    <message>
        <source>The weekly limit of the account at {0} is reached</source>
        <translation>{0} 的账户已达到每周限额</translation>
    </message>
    <message>
        <source>There is no model file {0}</source>
        <translation>没有模型文件 {0}</translation>
    </message>
    <message>
        <source>There is not enough memory to load {0}</source>
        <translation>内存不足，无法载入 {0}</translation>
    </message>
    <message>
        <source>This answer was not taken from your notes.</source>
        <translation>此回答并非取自你的笔记。</translation>
    </message>
    <message>
        <source>This change is not undone, so there is nothing to redo.</source>
        <translation>此更改未被撤销，因此没有可重做的内容。</translation>
    </message>
    <message>
        <source>This is too long to be rewritten at once</source>
        <translation>内容太长，无法一次改写</translation>
    </message>
    <message>
        <source>This change is already undone.</source>
        <translation>此更改已撤销。</translation>
    </message>
    <message>
        <source>This link has an action that VaultDesk does not know</source>
        <translation>此链接含有 VaultDesk 无法识别的操作</translation>
    </message>
    <message>
        <source>This link cannot be used</source>
        <translation>此链接无法使用</translation>
    </message>
    <message>
        <source>This link refers to a vault that VaultDesk does not know</source>
        <translation>此链接指向 VaultDesk 未知的仓库</translation>
    </message>
    <message>
        <source>This link matches several vaults of the same name</source>
        <translation>此链接匹配多个同名仓库</translation>
    </message>
    <message>
        <source>This model of {0} cannot see pictures</source>
        <translation>{0} 的此模型无法查看图片</translation>
    </message>
    <message>
        <source>This model of {0} cannot use tools</source>
        <translation>{0} 的此模型不能使用工具</translation>
    </message>
    <message>
        <source>This model of {0} is available through the Responses API only</source>
        <translation>{0} 的此模型只能通过 Responses API 使用</translation>
    </message>
    <message>
        <source>This model of {0} does not support system messages</source>
        <translation>{0} 的此模型不接受系统消息</translation>
    </message>
    <message>
        <source># | ^ : %% [[ and ]] break links to it</source>
        <translation># | ^ : %% [[ 和 ]] 会破坏指向它的链接</translation>
    </message>
    <message>
        <source>- and {0} more</source>
        <translation>- 还有 {0} 篇</translation>
    </message>
    <message>
        <source>A note changed in the meantime, so nothing was done.</source>
        <translation>有笔记在此期间更改，因此未执行任何操作。</translation>
    </message>
    <message>
        <source>A part of it is outside the folders that may be changed, so nothing was written.</source>
        <translation>其中一部分位于允许更改的文件夹之外，因此未写入任何内容。</translation>
    </message>
    <message>
        <source>A rule of yours does not allow it.</source>
        <translation>你的一条规则不允许这样做。</translation>
    </message>
    <message>
        <source>A rule or a limit does not allow it.</source>
        <translation>某条规则或限制不允许这样做。</translation>
    </message>
    <message>
        <source>Assistants may only read in this vault.</source>
        <translation>在此仓库中，助手只能读取。</translation>
    </message>
    <message>
        <source>Changed by another program in the meantime, so nothing was written: {0}.</source>
        <translation>期间被其他程序更改，因此未写入任何内容：{0}。</translation>
    </message>
    <message>
        <source>Choose a model in Settings for answers in its own words.</source>
        <translation>如需由模型用自己的话回答，请在“设置”中选择模型。</translation>
    </message>
    <message>
        <source>Closest in your notes: {0}.</source>
        <translation>你的笔记中最接近的：{0}。</translation>
    </message>
    <message>
        <source>Deletions and changes of many notes are not allowed here.</source>
        <translation>这里不允许删除笔记或同时更改多篇笔记。</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>已完成。</translation>
    </message>
    <message>
        <source>Download it in the Finder, then open it again.</source>
        <translation>请在“访达”中下载，然后重新打开。</translation>
    </message>
    <message>
        <source>Evaluate the base “{0}”</source>
        <translation>查询数据库“{0}”</translation>
    </message>
    <message>
        <source>Found but not read: {0}.</source>
        <translation>找到但未读取：{0}。</translation>
    </message>
    <message>
        <source>Friday</source>
        <translation>星期五</translation>
    </message>
    <message>
        <source>Hello. I am the built-in offline assistant: no model, no account, nothing leaves this computer. Ask about something in your notes, in words that occur in them, and I will quote what I find.</source>
        <translation>你好。我是内置的离线助手：不用模型，不用账户，没有任何内容离开本机。请用笔记中出现的词语询问笔记里的内容，我会查找并引用找到的句子。</translation>
    </message>
    <message>
        <source>The result cannot be read.</source>
        <translation>无法读取结果。</translation>
    </message>
    <message>
        <source>I searched for {0}.</source>
        <translation>我查找了{0}。</translation>
    </message>
    <message>
        <source>I cannot search your notes: switch on tool calling for this vault in Settings, then ask again. In Chat mode notes are never searched.</source>
        <translation>我无法搜索你的笔记：请在“设置”中为此仓库开启工具调用，然后重新提问。在“对话”模式中从不搜索笔记。</translation>
    </message>
    <message>
        <source>Nothing is remembered about this.</source>
        <translation>没有与此相关的记忆。</translation>
    </message>
    <message>
        <source>I will remember: {0}</source>
        <translation>我会记住：{0}</translation>
    </message>
    <message>
        <source>Install it with: pip install pypdfium2.</source>
        <translation>请这样安装：pip install pypdfium2。</translation>
    </message>
    <message>
        <source>It affects a private note, so nothing was written.</source>
        <translation>它涉及一篇私密笔记，因此未写入任何内容。</translation>
    </message>
    <message>
        <source>It could not be read.</source>
        <translation>无法读取。</translation>
    </message>
    <message>
        <source>It could not be written.</source>
        <translation>无法写入。</translation>
    </message>
    <message>
        <source>It is {0} on {1}, {2} ({3}).</source>
        <translation>现在是 {2} {1} {0}（{3}）。</translation>
    </message>
    <message>
        <source>It is {0} on {1}, {2}.</source>
        <translation>现在是 {2} {1} {0}。</translation>
    </message>
    <message>
        <source>It was not tried, because an earlier change of the same answer failed.</source>
        <translation>未尝试，因为同一回答中先前的一项更改失败了。</translation>
    </message>
    <message>
        <source>It was too large.</source>
        <translation>内容过大。</translation>
    </message>
    <message>
        <source>It would make a hidden comment visible to the model, so nothing was written.</source>
        <translation>这会让模型看到隐藏的注释，因此未写入任何内容。</translation>
    </message>
    <message>
        <source>Left out by you: {0}.</source>
        <translation>你略去的笔记：{0} 篇。</translation>
    </message>
    <message>
        <source>Monday</source>
        <translation>星期一</translation>
    </message>
    <message>
        <source>No note found ({0}).</source>
        <translation>未找到笔记（{0}）。</translation>
    </message>
    <message>
        <source>No note found.</source>
        <translation>未找到笔记。</translation>
    </message>
    <message>
        <source>There are no notes from that time.</source>
        <translation>没有那段时间的笔记。</translation>
    </message>
    <message>
        <source>No note was changed at that time.</source>
        <translation>那段时间没有更改过笔记。</translation>
    </message>
    <message>
        <source>Not written: {0}.</source>
        <translation>未写入：{0}。</translation>
    </message>
    <message>
        <source>Notes that are not on this computer: {0}. Until they are opened they are found only by their names.</source>
        <translation>不在本机的笔记：{0} 篇。在打开之前，只能按名称找到它们。</translation>
    </message>
    <message>
        <source>Nothing was written to “{0}”.</source>
        <translation>未向“{0}”写入任何内容。</translation>
    </message>
    <message>
        <source>One of your notes says:</source>
        <translation>你的一篇笔记写道：</translation>
    </message>
    <message>
        <source>Query a base</source>
        <translation>查询数据库</translation>
    </message>
    <message>
        <source>Saturday</source>
        <translation>星期六</translation>
    </message>
    <message>
        <source>Several notes have this name.</source>
        <translation>有多篇笔记使用此名称。</translation>
    </message>
    <message>
        <source>Sunday</source>
        <translation>星期日</translation>
    </message>
    <message>
        <source>The call would have sent words of a private note.</source>
        <translation>此次调用本会发送私密笔记中的文字。</translation>
    </message>
    <message>
        <source>The list could not be created.</source>
        <translation>无法创建列表。</translation>
    </message>
    <message>
        <source>The model called the tool with invalid arguments and was told which.</source>
        <translation>模型调用工具时使用了无效的参数，已告知它是哪些。</translation>
    </message>
    <message>
        <source>The model has to read the note before it changes it, so nothing was written.</source>
        <translation>模型须先读取笔记才能更改，因此未写入任何内容。</translation>
    </message>
    <message>
        <source>The note changed since the model read it, so nothing was written.</source>
        <translation>模型读取笔记后，笔记又有更改，因此未写入任何内容。</translation>
    </message>
    <message>
        <source>The note has no block ^{0}.</source>
        <translation>笔记中没有块 ^{0}。</translation>
    </message>
    <message>
        <source>The note has no heading “{0}”.</source>
        <translation>笔记中没有标题“{0}”。</translation>
    </message>
    <message>
        <source>The note {0} already has this value.</source>
        <translation>笔记 {0} 已是此值。</translation>
    </message>
    <message>
        <source>The note {0} was changed.</source>
        <translation>已更改笔记 {0}。</translation>
    </message>
    <message>
        <source>The note {0} was created.</source>
        <translation>已创建笔记 {0}。</translation>
    </message>
    <message>
        <source>The notes changed while you were asked, so nothing was written.</source>
        <translation>询问你期间笔记有更改，因此未写入任何内容。</translation>
    </message>
    <message>
        <source>The request over the network failed.</source>
        <translation>网络请求失败。</translation>
    </message>
    <message>
        <source>The search failed.</source>
        <translation>搜索失败。</translation>
    </message>
    <message>
        <source>The settings of the agent do not allow this tool.</source>
        <translation>智能体的设置不允许使用此工具。</translation>
    </message>
    <message>
        <source>The text to replace occurs {0} times in the note.</source>
        <translation>要替换的文本在笔记中出现了 {0} 次。</translation>
    </message>
    <message>
        <source>The text to replace is not in the note.</source>
        <translation>要替换的文本不在笔记中。</translation>
    </message>
    <message>
        <source>The tool took too long, so it was stopped.</source>
        <translation>工具运行时间过长，已停止。</translation>
    </message>
    <message>
        <source>There is no such folder.</source>
        <translation>没有这个文件夹。</translation>
    </message>
    <message>
        <source>There is no such note.</source>
        <translation>没有这篇笔记。</translation>
    </message>
    <message>
        <source>There is no tool of this name.</source>
        <translation>没有此名称的工具。</translation>
    </message>
    <message>
        <source>These notes are from that time:</source>
        <translation>那段时间的笔记：</translation>
    </message>
    <message>
        <source>These notes contain your words. I have no tool to read them:</source>
        <translation>这些笔记含有你提问中的词语，但我没有用来读取它们的工具：</translation>
    </message>
    <message>
        <source>These notes were changed at that time:</source>
        <translation>那段时间更改过的笔记：</translation>
    </message>
    <message>
        <source>This agent may only read.</source>
        <translation>此智能体只能读取。</translation>
    </message>
    <message>
        <source>Remembered about this:</source>
        <translation>与此相关的记忆：</translation>
    </message>
    <message>
        <source>This is the built-in offline assistant: it finds and quotes sentences from your notes, and does not reason. Choose a model in Settings for answers in its own words.</source>
        <translation>这是内置的离线助手：它从你的笔记中查找并引用句子，不作推理。若需要模型用自己的话回答，请在“设置”中选择模型。</translation>
    </message>
    <message>
        <source>This note already has a property “{0}”</source>
        <translation>此笔记已有属性“{0}”</translation>
    </message>
    <message>
        <source>This note is not a chat</source>
        <translation>此笔记不是对话</translation>
    </message>
    <message>
        <source>This note is not a chat.</source>
        <translation>此笔记不是对话。</translation>
    </message>
    <message>
        <source>This note is private: your rules ask each time before its text goes to a model.</source>
        <translation>此笔记是私密的：按你的规则，每次将其文本发送给模型前都会询问。</translation>
    </message>
    <message>
        <source>This page takes too long to display</source>
        <translation>显示此页耗时过长</translation>
    </message>
    <message>
        <source>This regular expression is not valid or is too large.</source>
        <translation>此正则表达式无效或过大。</translation>
    </message>
    <message>
        <source>This picture cannot be shown here.</source>
        <translation>此图片无法在这里显示。</translation>
    </message>
    <message>
        <source>This picture takes too long to display</source>
        <translation>显示此图片耗时过长</translation>
    </message>
    <message>
        <source>This question may use about {0}; {1} of {2} are left.</source>
        <translation>此问题可能用掉约 {0}；{2}中还剩 {1}。</translation>
    </message>
    <message>
        <source>This question was not sent: it would exceed your limit, {0}</source>
        <translation>此问题未发送：它会超出你的上限，{0}</translation>
    </message>
    <message>
        <source>This removes or changes a private comment.</source>
        <translation>这会删除或更改一条私密注释。</translation>
    </message>
    <message>
        <source>This removes {0} % of the note.</source>
        <translation>这会删除笔记的 {0}%。</translation>
    </message>
    <message>
        <source>This result is not part of the request</source>
        <translation>此结果不属于该请求</translation>
    </message>
    <message>
        <source>This version of {0} does not accept tools</source>
        <translation>此版本的 {0} 不接受工具</translation>
    </message>
    <message>
        <source>The built-in tools of this version of {0} cannot be switched off</source>
        <translation>无法关闭此版本 {0} 的内置工具</translation>
    </message>
    <message>
        <source>This video does not exist or is private</source>
        <translation>此视频不存在或为私享</translation>
    </message>
    <message>
        <source>This change was not made, so there is nothing to undo.</source>
        <translation>此更改未执行，因此没有可撤销的内容。</translation>
    </message>
    <message>
        <source>Thursday</source>
        <translation>星期四</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Today’s note could not be written.</source>
        <translation>无法写入今天的笔记。</translation>
    </message>
    <message>
        <source>Too long to be sent completely: {0}. The model is told.</source>
        <translation>过长，无法完整发送：{0}。已告知模型。</translation>
    </message>
    <message>
        <source>Too many calls, or the same one again, within a short time.</source>
        <translation>短时间内调用过多，或重复了同一调用。</translation>
    </message>
    <message>
        <source>Tools are off in Settings.</source>
        <translation>工具已在“设置”中关闭。</translation>
    </message>
    <message>
        <source>Tools are switched off for this vault, so {0} answers without your notes.</source>
        <translation>此仓库已关闭工具，因此 {0} 不使用你的笔记来回答。</translation>
    </message>
    <message>
        <source>Tools are switched off for this vault.</source>
        <translation>此仓库已关闭工具。</translation>
    </message>
    <message>
        <source>Text-based tools, &lt;tool_call&gt;: {0}</source>
        <translation>基于文本的工具，&lt;tool_call&gt;：{0}</translation>
    </message>
    <message>
        <source>Text-based tools, &lt;use_tool&gt;: {0}</source>
        <translation>基于文本的工具，&lt;use_tool&gt;：{0}</translation>
    </message>
    <message>
        <source>Native tool calls: {0}</source>
        <translation>原生工具调用：{0}</translation>
    </message>
    <message>
        <source>Native tool calls: {0} (it rejected the tools)</source>
        <translation>原生工具调用：{0}（它拒绝了工具）</translation>
    </message>
    <message>
        <source>Native tool calls: {0} (its server does not pass the tools on)</source>
        <translation>原生工具调用：{0}（其服务器不传递工具）</translation>
    </message>
    <message>
        <source>Transcript of a video</source>
        <translation>视频字幕文本</translation>
    </message>
    <message>
        <source>@youtube was ignored: video transcripts are not available here.</source>
        <translation>已忽略 @youtube：此处没有视频字幕文本。</translation>
    </message>
    <message>
        <source>Try &apos;{&quot;query&quot;: &quot;boiler&quot;}&apos;.</source>
        <translation>可试用 &apos;{&quot;query&quot;: &quot;boiler&quot;}&apos;。</translation>
    </message>
    <message>
        <source>Try again in a minute.</source>
        <translation>请一分钟后重试。</translation>
    </message>
    <message>
        <source>Try again in a few minutes, or choose another engine in Settings, Web.</source>
        <translation>请几分钟后重试，或在“设置”的“网络搜索”中选择其他引擎。</translation>
    </message>
    <message>
        <source>Try again later, or choose another page.</source>
        <translation>请稍后重试，或换一个网页。</translation>
    </message>
    <message>
        <source>Try again later, or from another network.</source>
        <translation>请稍后再试，或换一个网络。</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>请稍后重试。</translation>
    </message>
    <message>
        <source>None of it was used. Try again later.</source>
        <translation>未使用其中任何内容。请稍后重试。</translation>
    </message>
    <message>
        <source>Try again later; the file may have moved.</source>
        <translation>请稍后重试；文件可能已移动。</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>请重试。</translation>
    </message>
    <message>
        <source>Tuesday</source>
        <translation>星期二</translation>
    </message>
    <message>
        <source>Two calls in one answer: {0}</source>
        <translation>一个回答中两次调用：{0}</translation>
    </message>
    <message>
        <source>Two computers changed a note at the same time. The copies are marked in the file list: merge the two, then delete the copy.</source>
        <translation>两台计算机同时更改了一篇笔记。副本在文件列表中带有标记：请将两者合并，然后删除副本。</translation>
    </message>
    <message>
        <source>Two of these have the same name.</source>
        <translation>其中有两个名称相同。</translation>
    </message>
    <message>
        <source>Enter it again in Settings, Web.</source>
        <translation>请在“设置”的“网络搜索”中重新输入。</translation>
    </message>
    <message>
        <source>Type one.</source>
        <translation>请键入一个。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo of “{0}”</source>
        <translation>撤销“{0}”</translation>
    </message>
    <message>
        <source>Unlock or install a keyring, or set the key in the environment.</source>
        <translation>请解锁或安装密钥环，或在环境变量中设置密钥。</translation>
    </message>
    <message>
        <source>Unlock the keyring, or set the key in an environment variable.</source>
        <translation>请解锁密钥环，或在环境变量中设置密钥。</translation>
    </message>
    <message>
        <source>Unpack it and choose the folder.</source>
        <translation>请解压后选择该文件夹。</translation>
    </message>
    <message>
        <source>Update it with: npm install -g @openai/codex@latest.</source>
        <translation>请这样更新：npm install -g @openai/codex@latest。</translation>
    </message>
    <message>
        <source>Update the server or the model, or choose another model.</source>
        <translation>请在那里更新服务器或模型，或选择其他模型。</translation>
    </message>
    <message>
        <source>Update VaultDesk to continue the chat; as a note it can be read anywhere.</source>
        <translation>请更新 VaultDesk 以继续该对话；作为笔记，它在任何地方都可以阅读。</translation>
    </message>
    <message>
        <source>Update VaultDesk to change settings. {0} was not changed.{1}</source>
        <translation>请更新 VaultDesk 以更改设置。{0} 未更改。{1}</translation>
    </message>
    <message>
        <source>Use `vaultdesk chat`, or start it from a desktop session.</source>
        <translation>请使用 `vaultdesk chat`，或从桌面会话启动。</translation>
    </message>
    <message>
        <source>Use a Python whose SQLite has FTS5.</source>
        <translation>请使用其 SQLite 带有 FTS5 的 Python。</translation>
    </message>
    <message>
        <source>Use a short name on one line.</source>
        <translation>请使用单行的短名称。</translation>
    </message>
    <message>
        <source>Use ibus, or a desktop on Wayland, which passes the input method on by itself.</source>
        <translation>请使用 ibus，或使用 Wayland 上的桌面，它会自行传递输入法。</translation>
    </message>
    <message>
        <source>Use {0} in “{1}” without asking</source>
        <translation>在“{1}”中无需询问即可使用 {0}</translation>
    </message>
    <message>
        <source>Use {0} without asking</source>
        <translation>无需询问即可使用 {0}</translation>
    </message>
    <message>
        <source>Use “{0}” in the path.</source>
        <translation>请在路径中使用“{0}”。</translation>
    </message>
    <message>
        <source>Uses all tools: {0}.</source>
        <translation>使用所有工具：{0}。</translation>
    </message>
    <message>
        <source>Uses the chat&apos;s model. Its note is sent with each question.</source>
        <translation>使用对话的模型。其笔记会随每个问题发送。</translation>
    </message>
    <message>
        <source>Uses the model {0}, regardless of the chat&apos;s model. Its note is sent with each question.</source>
        <translation>无论对话用什么模型，都使用模型 {0}。其笔记会随每个问题发送。</translation>
    </message>
    <message>
        <source>Uses these tools: {0}.</source>
        <translation>使用这些工具：{0}。</translation>
    </message>
    <message>
        <source>VaultDesk ended normally.</source>
        <translation>VaultDesk 正常退出。</translation>
    </message>
    <message>
        <source>VaultDesk ended unexpectedly on {0}.</source>
        <translation>VaultDesk 于 {0} 意外退出。</translation>
    </message>
    <message>
        <source>VaultDesk uses text-based tools with it.</source>
        <translation>VaultDesk 对它使用基于文本的工具。</translation>
    </message>
    <message>
        <source>Verify the organization in the account at the provider, or choose another model.</source>
        <translation>请在提供商的账户中验证组织，或选择其他模型。</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词汇本</translation>
    </message>
    <message>
        <source>Web</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Wednesday</source>
        <translation>星期三</translation>
    </message>
    <message>
        <source>The Tavily quota of this key is used up</source>
        <translation>此密钥的 Tavily 额度已用完</translation>
    </message>
    <message>
        <source>The download is not an update file</source>
        <translation>下载的内容不是更新文件</translation>
    </message>
    <message>
        <source>The download is too large for an update file</source>
        <translation>下载的内容过大，不是更新文件</translation>
    </message>
    <message>
        <source>The PDF renderer is not installed; a PDF opens in another program.</source>
        <translation>未安装 PDF 渲染组件；PDF 会在其他程序中打开。</translation>
    </message>
    <message>
        <source>The content at {0} is not text but {1}</source>
        <translation>{0} 处的内容不是文本，而是 {1}</translation>
    </message>
    <message>
        <source>What is found leaves this computer for {0} at {1}: names of notes and short pieces of their text.</source>
        <translation>找到的内容将离开本机，发送给 {1} 的 {0}：笔记名称及其文本的简短片段。</translation>
    </message>
    <message>
        <source>Its requests are shown to you first, according to your permissions.</source>
        <translation>其请求会先按你的权限设置向你展示。</translation>
    </message>
    <message>
        <source>The text of its note is sent with each question.</source>
        <translation>其笔记的文本会随每个问题发送。</translation>
    </message>
    <message>
        <source>The record of sent data cannot be written: {0}.</source>
        <translation>无法写入已发送数据的记录：{0}。</translation>
    </message>
    <message>
        <source>The record of sent data cannot be read: {0}.</source>
        <translation>无法读取已发送数据的记录：{0}。</translation>
    </message>
    <message>
        <source>The quota of this key at {0} is used up</source>
        <translation>此密钥在 {0} 的额度已用完</translation>
    </message>
    <message>
        <source>Add the address of the video after @youtube.</source>
        <translation>请在 @youtube 后添加视频的地址。</translation>
    </message>
    <message>
        <source>Windows does not allow &lt; &gt; &quot; ? and * in a name</source>
        <translation>Windows 不允许名称中含有 &lt; &gt; &quot; ? 和 *</translation>
    </message>
    <message>
        <source>Windows reserves this name for a device</source>
        <translation>Windows 将此名称保留给设备使用</translation>
    </message>
    <message>
        <source>Windows reported: {0}.</source>
        <translation>Windows 提示：{0}。</translation>
    </message>
    <message>
        <source>Removing the tag would change the meaning of a line of the note</source>
        <translation>移除该标签会改变笔记中某一行的含义</translation>
    </message>
    <message>
        <source>Works with the notes of one project and its instructions.</source>
        <translation>使用一个项目的笔记及其指令。</translation>
    </message>
    <message>
        <source>Works step by step with tools until it can answer.</source>
        <translation>用工具逐步工作，直到能够回答。</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>写笔记</translation>
    </message>
    <message>
        <source>Write it as chat.model or vaults.&quot;/my/notes&quot;.tool_calling.</source>
        <translation>请写作 chat.model 或 vaults.&quot;/my/notes&quot;.tool_calling。</translation>
    </message>
    <message>
        <source>Write it as https://host/path, without a user name.</source>
        <translation>请写作 https://host/path，不含用户名。</translation>
    </message>
    <message>
        <source>Write it as {0}/MODEL, or choose one in Settings.</source>
        <translation>请写作 {0}/MODEL，或在“设置”中选择一个。</translation>
    </message>
    <message>
        <source>Enter it in Settings, Web.</source>
        <translation>请在“设置”的“网络搜索”中填写。</translation>
    </message>
    <message>
        <source>Use an address such as http://localhost:1234/v1 or https://api.example.com/v1.</source>
        <translation>请使用 http://localhost:1234/v1 或 https://api.example.com/v1 这样的地址。</translation>
    </message>
    <message>
        <source>Enter it, for example http://localhost:8080/v1.</source>
        <translation>请填写，例如 http://localhost:8080/v1。</translation>
    </message>
    <message>
        <source>Enter the complete address, such as https://example.org/page.</source>
        <translation>请填写完整的地址，例如 https://example.org/page。</translation>
    </message>
    <message>
        <source>Enter the new address in {0}.</source>
        <translation>请在 {0} 中填写新地址。</translation>
    </message>
    <message>
        <source>Spell the word differently.</source>
        <translation>请换一种写法写这个词。</translation>
    </message>
    <message>
        <source>Writing notes</source>
        <translation>写入笔记</translation>
    </message>
    <message>
        <source>Your approval could not be requested, so nothing was sent</source>
        <translation>无法请求你的批准，因此未发送任何内容</translation>
    </message>
    <message>
        <source>You did not ask for this to be remembered. It would be used in every later chat.</source>
        <translation>你并未要求记住这一点。它会用于以后的每个对话。</translation>
    </message>
    <message>
        <source>You declined this request, so nothing was sent</source>
        <translation>你拒绝了此请求，因此未发送任何内容</translation>
    </message>
    <message>
        <source>You withheld the passage, so nothing was sent</source>
        <translation>你拦截了此段落，因此未发送任何内容</translation>
    </message>
    <message>
        <source>The answer of YouTube has an unknown format</source>
        <translation>YouTube 的应答格式未知</translation>
    </message>
    <message>
        <source>YouTube did not answer in time</source>
        <translation>YouTube 未及时应答</translation>
    </message>
    <message>
        <source>YouTube did not answer the request for this video</source>
        <translation>YouTube 未应答对此视频的请求</translation>
    </message>
    <message>
        <source>YouTube does not play this video</source>
        <translation>YouTube 不播放此视频</translation>
    </message>
    <message>
        <source>YouTube redirects to {0}, which is not followed</source>
        <translation>YouTube 重定向到 {0}，未跟随该重定向</translation>
    </message>
    <message>
        <source>YouTube shows this video only to signed-in users</source>
        <translation>YouTube 仅向已登录用户显示此视频</translation>
    </message>
    <message>
        <source>YouTube blocks automated requests from this computer</source>
        <translation>YouTube 阻止了来自本机的自动请求</translation>
    </message>
    <message>
        <source>Your notes are as they were saved. Details are in {0}, which contains no note text.</source>
        <translation>你的笔记与保存时一致。详细信息在 {0} 中，其中不含笔记文本。</translation>
    </message>
    <message>
        <source>Your notes contain nothing about this.</source>
        <translation>你的笔记中没有相关内容。</translation>
    </message>
    <message>
        <source>Your notes contain nothing about this. I searched for {0}.</source>
        <translation>你的笔记中没有相关内容。我查找了 {0}。</translation>
    </message>
    <message>
        <source>Your notes from that time say:</source>
        <translation>那段时间的笔记写道：</translation>
    </message>
    <message>
        <source>Your notes say:</source>
        <translation>你的笔记写道：</translation>
    </message>
    <message>
        <source>Your question was not lost. Send it again, or remove notes from it.</source>
        <translation>你的问题没有丢失。请重新发送，或从中去掉一些笔记。</translation>
    </message>
    <message>
        <source>`vaultdesk index` lists them with the reasons. Give them other names.</source>
        <translation>`vaultdesk index` 会列出它们及原因。请为它们改名。</translation>
    </message>
    <message>
        <source>a model elsewhere reads notes for their meaning</source>
        <translation>本机之外的模型为按含义搜索编制笔记索引</translation>
    </message>
    <message>
        <source>a part of it is not JSON</source>
        <translation>其中一部分不是 JSON</translation>
    </message>
    <message>
        <source>a part of it is not an object</source>
        <translation>其中一部分不是对象</translation>
    </message>
    <message>
        <source>a part of it has no type</source>
        <translation>其中一部分没有类型</translation>
    </message>
    <message>
        <source>a rejected handshake</source>
        <translation>握手被拒绝</translation>
    </message>
    <message>
        <source>a rejected handshake ({0})</source>
        <translation>握手被拒绝（{0}）</translation>
    </message>
    <message>
        <source>a stream that does not begin with a message</source>
        <translation>不以消息开头的数据流</translation>
    </message>
    <message>
        <source>a stream that is not a response</source>
        <translation>并非回答的数据流</translation>
    </message>
    <message>
        <source>a tool call in it is longer than {0} characters</source>
        <translation>其中一次工具调用超过 {0} 个字符</translation>
    </message>
    <message>
        <source>a tool call in it names no tool</source>
        <translation>其中一次工具调用没有指明工具</translation>
    </message>
    <message>
        <source>a web page</source>
        <translation>一个网页</translation>
    </message>
    <message>
        <source>a web page (status {0})</source>
        <translation>一个网页（状态 {0}）</translation>
    </message>
    <message>
        <source>adds tags to the properties of a note.</source>
        <translation>为笔记的属性添加标签。</translation>
    </message>
    <message>
        <source>adds {0}</source>
        <translation>添加 {0}</translation>
    </message>
    <message>
        <source>another program is writing to this vault.</source>
        <translation>另一个程序正在写入此仓库。</translation>
    </message>
    <message>
        <source>fetches the transcript of a video from YouTube. You see it before the model does.</source>
        <translation>从 YouTube 获取视频的字幕文本。你会先于模型看到。</translation>
    </message>
    <message>
        <source>fetches one page from a web site. You see its text before the model does.</source>
        <translation>从网站获取一个网页。你会先于模型看到其文本。</translation>
    </message>
    <message>
        <source>by a rule that cannot be read</source>
        <translation>依据一条无法解读的规则</translation>
    </message>
    <message>
        <source>by name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>changes one part of a note and leaves the rest as it is.</source>
        <translation>更改笔记的一部分，其余保持原样。</translation>
    </message>
    <message>
        <source>changes properties at the head of a note and leaves every other line as it is.</source>
        <translation>更改笔记的属性，其他各行保持原样。</translation>
    </message>
    <message>
        <source>compares the search index with your notes; the notes are not changed.</source>
        <translation>将搜索索引与你的笔记比较；不会更改笔记。</translation>
    </message>
    <message>
        <source>creates a note, or replaces or extends the text of an existing one.</source>
        <translation>创建笔记，或替换、扩充已有笔记的文本。</translation>
    </message>
    <message>
        <source>evaluates a view of a base and gives its rows to the model.</source>
        <translation>计算数据库的一个视图，并将其中各行提供给模型。</translation>
    </message>
    <message>
        <source>every note</source>
        <translation>所有笔记</translation>
    </message>
    <message>
        <source>every tool</source>
        <translation>所有工具</translation>
    </message>
    <message>
        <source>finished tasks</source>
        <translation>已完成的任务</translation>
    </message>
    <message>
        <source>found for “{0}”</source>
        <translation>因“{0}”找到</translation>
    </message>
    <message>
        <source>would change nothing; the reason that the model is given may repeat words of your notes.</source>
        <translation>不会有任何更改；提供给模型的原因中可能重复你笔记中的文字。</translation>
    </message>
    <message>
        <source>gives names, sizes and dates of the notes in a folder to the model.</source>
        <translation>将文件夹中笔记的名称、大小和日期提供给模型。</translation>
    </message>
    <message>
        <source>gives the links of a note, and the lines in other notes that link to it, to the model.</source>
        <translation>将笔记的链接，以及其他笔记中链接到它的各行，提供给模型。</translation>
    </message>
    <message>
        <source>gives the names of notes and how they are linked to the model.</source>
        <translation>将笔记的名称及其链接关系提供给模型。</translation>
    </message>
    <message>
        <source>gives the names of your folders and notes to the model.</source>
        <translation>将文件夹和笔记的名称提供给模型。</translation>
    </message>
    <message>
        <source>hidden files and folders are not notes</source>
        <translation>隐藏的文件和文件夹不是笔记</translation>
    </message>
    <message>
        <source>in this vault</source>
        <translation>在此仓库中</translation>
    </message>
    <message>
        <source>in {0}</source>
        <translation>位于 {0}</translation>
    </message>
    <message>
        <source>is complete. The model has not received any of it yet; it reads what you leave ticked.</source>
        <translation>已完成。模型尚未收到其中任何内容；它只读取你保留勾选的部分。</translation>
    </message>
    <message>
        <source>it announces a tool call but contains none</source>
        <translation>它声明有工具调用，却不含任何调用</translation>
    </message>
    <message>
        <source>it asks for more than {0} tools at once</source>
        <translation>它一次请求超过 {0} 个工具</translation>
    </message>
    <message>
        <source>it did not start a thread</source>
        <translation>它没有开始会话</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>it could not be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <source>it did not start in time</source>
        <translation>未能及时启动</translation>
    </message>
    <message>
        <source>it does not respond</source>
        <translation>密钥环没有响应</translation>
    </message>
    <message>
        <source>the stored key could not be read back</source>
        <translation>无法读回已保存的密钥</translation>
    </message>
    <message>
        <source>it does not start at the vault&apos;s root</source>
        <translation>不是从仓库根目录开始</translation>
    </message>
    <message>
        <source>it ended with {0}</source>
        <translation>它以 {0} 结束</translation>
    </message>
    <message>
        <source>it failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>it continues without any content</source>
        <translation>它一直继续，却没有任何内容</translation>
    </message>
    <message>
        <source>it has a backslash</source>
        <translation>含有反斜杠</translation>
    </message>
    <message>
        <source>it has an empty name</source>
        <translation>含有空名称</translation>
    </message>
    <message>
        <source>it has control characters</source>
        <translation>含有控制字符</translation>
    </message>
    <message>
        <source>it has invisible characters</source>
        <translation>含有不可见字符</translation>
    </message>
    <message>
        <source>it does not contain one vector for each text</source>
        <translation>它没有为每段文本提供向量</translation>
    </message>
    <message>
        <source>it contains too many items</source>
        <translation>它的条目过多</translation>
    </message>
    <message>
        <source>it contains too many or too long items</source>
        <translation>其中的项目过多或过长</translation>
    </message>
    <message>
        <source>it is a link, or no regular file</source>
        <translation>是链接，或不是普通文件</translation>
    </message>
    <message>
        <source>it is a Windows short name that may refer to a hidden folder</source>
        <translation>这是 Windows 短名称，可能指向隐藏的文件夹</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>它是空的</translation>
    </message>
    <message>
        <source>it is larger than the file system allows.</source>
        <translation>它超出了文件系统允许的大小。</translation>
    </message>
    <message>
        <source>it is locked</source>
        <translation>已锁定</translation>
    </message>
    <message>
        <source>it is longer than {0} bytes</source>
        <translation>超过 {0} 字节</translation>
    </message>
    <message>
        <source>it is more than {0} folders deep</source>
        <translation>文件夹层级超过 {0} 层</translation>
    </message>
    <message>
        <source>it is not UTF-8 text</source>
        <translation>不是 UTF-8 文本</translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation>它过长</translation>
    </message>
    <message>
        <source>it refused to delete the key</source>
        <translation>密钥环拒绝删除密钥</translation>
    </message>
    <message>
        <source>it refused to store the key</source>
        <translation>密钥环拒绝保存密钥</translation>
    </message>
    <message>
        <source>it started but reported nothing</source>
        <translation>已启动但没有报告任何信息</translation>
    </message>
    <message>
        <source>it starts at a home folder</source>
        <translation>从主文件夹开始</translation>
    </message>
    <message>
        <source>it starts or ends with a space or a dot</source>
        <translation>以空格或点开头或结尾</translation>
    </message>
    <message>
        <source>it only reports that the model was loaded</source>
        <translation>它只报告模型已加载</translation>
    </message>
    <message>
        <source>it only reports that the model was unloaded</source>
        <translation>它只报告模型已卸载</translation>
    </message>
    <message>
        <source>it contains two different versions of the arguments of a tool call</source>
        <translation>它含有同一工具调用参数的两个不同版本</translation>
    </message>
    <message>
        <source>its parts are out of order</source>
        <translation>它的各部分顺序错乱</translation>
    </message>
    <message>
        <source>finds notes by words, folder, tags, properties and dates and gives short excerpts to the model.</source>
        <translation>按词语、文件夹、标签、属性和日期查找笔记，并将短片段提供给模型。</translation>
    </message>
    <message>
        <source>finds the passages of your notes that answer a question and gives them to the model.</source>
        <translation>在笔记中查找能回答问题的段落，并提供给模型。</translation>
    </message>
    <message>
        <source>searches the names and the text of your notes and gives short excerpts to the model.</source>
        <translation>搜索你笔记的名称和正文，并将短片段提供给模型。</translation>
    </message>
    <message>
        <source>searches your earlier chats and your memory note and gives passages to the model.</source>
        <translation>搜索你之前的对话和记忆笔记，并将段落提供给模型。</translation>
    </message>
    <message>
        <source>looks up which of its tools the model can use for a task; reads no notes.</source>
        <translation>查找有哪些工具可供模型完成任务；不读取笔记。</translation>
    </message>
    <message>
        <source>creates a note for a word that you want to learn.</source>
        <translation>为你要学习的词语创建笔记。</translation>
    </message>
    <message>
        <source>creates a note from one of your templates, or adds a template to a note.</source>
        <translation>用你的一个模板创建笔记，或将模板加入笔记。</translation>
    </message>
    <message>
        <source>moves to {0}</source>
        <translation>移动到 {0}</translation>
    </message>
    <message>
        <source>must be a list of names (numbers in quotes). Remove it for {0}, write [] for none</source>
        <translation>必须是名称列表（数字加引号）。移除它表示{0}，写 [] 表示无</translation>
    </message>
    <message>
        <source>must be a whole number from {0}</source>
        <translation>必须是不小于 {0} 的整数</translation>
    </message>
    <message>
        <source>must be one of {0}</source>
        <translation>必须是 {0} 之一</translation>
    </message>
    <message>
        <source>must be text</source>
        <translation>必须是文本</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>必须是 true 或 false</translation>
    </message>
    <message>
        <source>must be written as provider/name, or removed to use the chat&apos;s model</source>
        <translation>必须写成 提供商/名称，或移除以使用对话的模型</translation>
    </message>
    <message>
        <source>named by the model</source>
        <translation>由模型指定</translation>
    </message>
    <message>
        <source>names a model that is not available. {0}</source>
        <translation>指定了不可用的模型。{0}</translation>
    </message>
    <message>
        <source>names an unknown tool: {0}</source>
        <translation>指定了未知的工具：{0}</translation>
    </message>
    <message>
        <source>names an unknown tool: {0} (did you mean {1}?)</source>
        <translation>指定了未知的工具：{0}（你是指 {1} 吗？）</translation>
    </message>
    <message>
        <source>names a folder that is not in the vault: “{0}”</source>
        <translation>指定了仓库中没有的文件夹：“{0}”</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>no answer at this address (status {0})</source>
        <translation>此地址没有回答（状态 {0}）</translation>
    </message>
    <message>
        <source>no message</source>
        <translation>没有消息</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>not tagged {0}</source>
        <translation>不带标签 {0}</translation>
    </message>
    <message>
        <source>an event in it is too long</source>
        <translation>其中一个事件过长</translation>
    </message>
    <message>
        <source>a line in it is too long</source>
        <translation>其中一行过长</translation>
    </message>
    <message>
        <source>open tasks</source>
        <translation>未完成的任务</translation>
    </message>
    <message>
        <source>perhaps: the note cannot be read</source>
        <translation>可能：无法读取笔记</translation>
    </message>
    <message>
        <source>perhaps: the note no longer exists</source>
        <translation>可能：笔记已不存在</translation>
    </message>
    <message>
        <source>finds notes by properties, tags, folders, dates and links, and gives a table to the model.</source>
        <translation>按属性、标签、文件夹、日期和链接查找笔记，并将表格提供给模型。</translation>
    </message>
    <message>
        <source>asks you a question with choices and gives your answer to the model.</source>
        <translation>向你提出带选项的问题，并将你的回答提供给模型。</translation>
    </message>
    <message>
        <source>reads, creates or extends the daily note of a day, by your settings for daily notes.</source>
        <translation>按日记的设置读取、创建或扩充某一天的笔记。</translation>
    </message>
    <message>
        <source>removes {0}</source>
        <translation>移除 {0}</translation>
    </message>
    <message>
        <source>renames or moves a note and repairs the links to it.</source>
        <translation>重命名或移动笔记，并修复指向它的链接。</translation>
    </message>
    <message>
        <source>renames {0} to {1}</source>
        <translation>将 {0} 改名为 {1}</translation>
    </message>
    <message>
        <source>repairs {0} link to the new name</source>
        <translation>修复 {0} 个指向新名称的链接</translation>
    </message>
    <message>
        <source>repairs {0} links to the new name</source>
        <translation>修复 {0} 个指向新名称的链接</translation>
    </message>
    <message>
        <source>sets {0}</source>
        <translation>设置 {0}</translation>
    </message>
    <message>
        <source>something that cannot be read</source>
        <translation>无法解读的内容</translation>
    </message>
    <message>
        <source>something that is not JSON</source>
        <translation>并非 JSON 的内容</translation>
    </message>
    <message>
        <source>start, {0} minutes</source>
        <translation>开始，{0} 分钟</translation>
    </message>
    <message>
        <source>starts, pauses or stops the timer in the status bar.</source>
        <translation>启动、暂停或停止状态栏中的计时器。</translation>
    </message>
    <message>
        <source>tagged #{0}</source>
        <translation>带标签 #{0}</translation>
    </message>
    <message>
        <source>tagged {0}</source>
        <translation>带标签 {0}</translation>
    </message>
    <message>
        <source>removes tags from the properties and the text of a note.</source>
        <translation>从笔记的属性和正文中移除标签。</translation>
    </message>
    <message>
        <source>gives the model the date and time, local or in another time zone.</source>
        <translation>向模型提供本地或其他时区的日期和时间。</translation>
    </message>
    <message>
        <source>the context window of {0} tokens</source>
        <translation>{0} 个 token 的上下文窗口</translation>
    </message>
    <message>
        <source>the daily note</source>
        <translation>日记</translation>
    </message>
    <message>
        <source>the disk is full.</source>
        <translation>磁盘已满。</translation>
    </message>
    <message>
        <source>the disk is read-only.</source>
        <translation>磁盘为只读。</translation>
    </message>
    <message>
        <source>the disk reported an error.</source>
        <translation>磁盘报告了错误。</translation>
    </message>
    <message>
        <source>the environment variable {0}</source>
        <translation>环境变量 {0}</translation>
    </message>
    <message>
        <source>the keyring of this computer</source>
        <translation>本机的密钥环</translation>
    </message>
    <message>
        <source>the keyring of this computer cannot be used, {0}</source>
        <translation>无法使用本机的密钥环，{0}</translation>
    </message>
    <message>
        <source>the keyring of this computer refused the key, {0}</source>
        <translation>本机的密钥环拒绝了该密钥，{0}</translation>
    </message>
    <message>
        <source>the memory of VaultDesk</source>
        <translation>VaultDesk 的内存</translation>
    </message>
    <message>
        <source>the model asked for a tool in a way that cannot be read</source>
        <translation>模型以无法解读的方式请求工具</translation>
    </message>
    <message>
        <source>the model asked for a tool that it was not offered</source>
        <translation>模型请求了未提供给它的工具</translation>
    </message>
    <message>
        <source>the model asked for too many tools</source>
        <translation>模型请求了过多工具</translation>
    </message>
    <message>
        <source>the model behind it failed</source>
        <translation>其背后的模型出错</translation>
    </message>
    <message>
        <source>the model returned none; the question may have been blocked</source>
        <translation>模型没有给出回答；问题可能被拦截</translation>
    </message>
    <message>
        <source>the model on this computer</source>
        <translation>本机上的模型</translation>
    </message>
    <message>
        <source>the preset “{0}” of this vault</source>
        <translation>此仓库的预设“{0}”</translation>
    </message>
    <message>
        <source>the server aborted it</source>
        <translation>服务器中止了它</translation>
    </message>
    <message>
        <source>the server ran out of space for it</source>
        <translation>服务器用于它的空间不足</translation>
    </message>
    <message>
        <source>the signatures of earlier answers were lost</source>
        <translation>早前回答的签名已丢失</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>仓库根目录</translation>
    </message>
    <message>
        <source>the whole vault</source>
        <translation>整个仓库</translation>
    </message>
    <message>
        <source>no keyring is installed</source>
        <translation>未安装密钥环</translation>
    </message>
    <message>
        <source>this agent&apos;s daily {0}</source>
        <translation>此智能体每日的 {0}</translation>
    </message>
    <message>
        <source>this chat&apos;s {0}</source>
        <translation>此对话的 {0}</translation>
    </message>
    <message>
        <source>this computer has no keyring that stores secrets encrypted</source>
        <translation>本机没有能加密保存机密信息的密钥环</translation>
    </message>
    <message>
        <source>this model</source>
        <translation>此模型</translation>
    </message>
    <message>
        <source>to the trash of this computer</source>
        <translation>到本机的回收站</translation>
    </message>
    <message>
        <source>to the vault&apos;s .trash</source>
        <translation>到仓库的 .trash 文件夹</translation>
    </message>
    <message>
        <source>today&apos;s {0}</source>
        <translation>今天的 {0}</translation>
    </message>
    <message>
        <source>two tool calls in it have the same id</source>
        <translation>其中两次工具调用的 id 相同</translation>
    </message>
    <message>
        <source>version cannot be set</source>
        <translation>version 不能设置</translation>
    </message>
    <message>
        <source>with a link to “{0}”</source>
        <translation>有链接指向“{0}”</translation>
    </message>
    <message>
        <source>with the alias “{0}”</source>
        <translation>别名为“{0}”</translation>
    </message>
    <message>
        <source>with {0}</source>
        <translation>带有 {0}</translation>
    </message>
    <message>
        <source>with “{0}”</source>
        <translation>有“{0}”</translation>
    </message>
    <message>
        <source>without links</source>
        <translation>没有链接</translation>
    </message>
    <message>
        <source>without tags</source>
        <translation>没有标签</translation>
    </message>
    <message>
        <source>without “{0}”</source>
        <translation>没有“{0}”</translation>
    </message>
    <message>
        <source>adds a line to your memory note, which later chats receive.</source>
        <translation>在你的记忆笔记中添加一行；之后的对话会收到该笔记。</translation>
    </message>
    <message>
        <source>writing there is not allowed.</source>
        <translation>不允许在那里写入。</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>your answer for this chat</source>
        <translation>你对此对话的答复</translation>
    </message>
    <message>
        <source>your notes</source>
        <translation>你的笔记</translation>
    </message>
    <message>
        <source>{0} (A tool of {1}.)</source>
        <translation>{0}（{1} 的工具。）</translation>
    </message>
    <message>
        <source>{0} ({1} times)</source>
        <translation>{0}（{1} 次）</translation>
    </message>
    <message>
        <source>{0} ({1} times).</source>
        <translation>{0}（{1} 次）。</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>{0} and send it to {1}</source>
        <translation>{0}并发送给 {1}</translation>
    </message>
    <message>
        <source>{0} and send them to {1}</source>
        <translation>{0}并发送给 {1}</translation>
    </message>
    <message>
        <source>{0} and send what is found to {1}</source>
        <translation>{0}并将找到的内容发送给 {1}</translation>
    </message>
    <message>
        <source>{0} and {1:lower}</source>
        <translation>{0}，并{1}</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0}和{1}</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} 等另外 {1} 项</translation>
    </message>
    <message>
        <source>{0} answered in {1} s and has no list of models.</source>
        <translation>{0} 在 {1} 秒内响应，没有模型列表。</translation>
    </message>
    <message>
        <source>The answer of {0} cannot be understood</source>
        <translation>无法理解 {0} 的应答</translation>
    </message>
    <message>
        <source>{0} at {1} cannot be reached</source>
        <translation>无法连接 {1} 上的 {0}</translation>
    </message>
    <message>
        <source>{0} at {1}, with its key.</source>
        <translation>{1} 的 {0}，带密钥。</translation>
    </message>
    <message>
        <source>{0} at {1}.</source>
        <translation>{1} 的 {0}。</translation>
    </message>
    <message>
        <source>{0} before today</source>
        <translation>{0} 早于今天</translation>
    </message>
    <message>
        <source>{0} called a tool when it was tested.</source>
        <translation>{0} 在测试时调用了工具。</translation>
    </message>
    <message>
        <source>{0} called no tool in any form when it was tested.</source>
        <translation>{0} 在测试时未以任何形式调用工具。</translation>
    </message>
    <message>
        <source>{0} made no native tool call when it was tested.</source>
        <translation>{0} 在测试时没有进行原生工具调用。</translation>
    </message>
    <message>
        <source>{0} can be read, but nothing in it may be changed.</source>
        <translation>{0} 可以读取，但不能更改其中的任何内容。</translation>
    </message>
    <message>
        <source>{0} cannot be listed: {1}.</source>
        <translation>无法列出 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} cannot be loaded</source>
        <translation>无法载入 {0}</translation>
    </message>
    <message>
        <source>{0} cannot be loaded: {1}</source>
        <translation>无法载入 {0}：{1}</translation>
    </message>
    <message>
        <source>{0} cannot be reached</source>
        <translation>无法连接 {0}</translation>
    </message>
    <message>
        <source>{0} cannot be read</source>
        <translation>无法读取 {0}</translation>
    </message>
    <message>
        <source>{0} cannot be read completely: {1}{2}.</source>
        <translation>无法完整读取 {0}：{1}{2}。</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>无法读取 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} cannot be set by a note: addresses, keys, commands, servers, rules and presets are set only in Settings.</source>
        <translation>{0} 不能由笔记设定：地址、密钥、命令、服务器、规则和预设只能在“设置”中设定。</translation>
    </message>
    <message>
        <source>{0} cannot be started</source>
        <translation>无法启动 {0}</translation>
    </message>
    <message>
        <source>{0} cannot be used</source>
        <translation>无法使用 {0}</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}.</source>
        <translation>无法写入 {0}：{1}。</translation>
    </message>
    <message>
        <source>{0} cannot be {1}</source>
        <translation>{0} 不能为 {1}</translation>
    </message>
    <message>
        <source>{0} cannot see pictures, so they were left out.</source>
        <translation>{0} 无法查看图片，因此已略去图片。</translation>
    </message>
    <message>
        <source>{0} changed since you were asked. Please look again.</source>
        <translation>自询问你之后，{0} 已更改。请再次查看。</translation>
    </message>
    <message>
        <source>{0} characters per tool result</source>
        <translation>每个工具结果 {0} 个字符</translation>
    </message>
    <message>
        <source>{0} closed the connection without an answer</source>
        <translation>{0} 未应答就关闭了连接</translation>
    </message>
    <message>
        <source>{0} could not load the model</source>
        <translation>{0} 无法载入模型</translation>
    </message>
    <message>
        <source>{0} could not read the answer of its model</source>
        <translation>{0} 无法解读其模型的回答</translation>
    </message>
    <message>
        <source>{0} did not answer ({1})</source>
        <translation>{0} 未应答 ({1})</translation>
    </message>
    <message>
        <source>{0} did not answer in the required form: {1}</source>
        <translation>{0} 未按要求的格式回答：{1}</translation>
    </message>
    <message>
        <source>{0} did not answer in time</source>
        <translation>{0} 未及时应答</translation>
    </message>
    <message>
        <source>{0} did not answer within {1} seconds</source>
        <translation>{0} 在 {1} 秒内没有响应</translation>
    </message>
    <message>
        <source>{0} did not answer within {1} seconds.</source>
        <translation>{0} 在 {1} 秒内没有响应。</translation>
    </message>
    <message>
        <source>{0} did not return the page ({1})</source>
        <translation>{0} 未返回该网页（{1}）</translation>
    </message>
    <message>
        <source>{0} did not pass the tools on to the model</source>
        <translation>{0} 未将工具传递给模型</translation>
    </message>
    <message>
        <source>{0} did not pass the tools on to {1}.</source>
        <translation>{0} 未将工具传递给 {1}。</translation>
    </message>
    <message>
        <source>{0} did not accept its earlier reasoning, so the request was sent without it.</source>
        <translation>{0} 不接受其早前的推理内容，因此请求中未附带。</translation>
    </message>
    <message>
        <source>{0} does not accept requests from this network</source>
        <translation>{0} 不接受来自此网络的请求</translation>
    </message>
    <message>
        <source>{0} does not accept the key</source>
        <translation>{0} 不接受此密钥</translation>
    </message>
    <message>
        <source>{0} does not allow this request</source>
        <translation>{0} 不允许此请求</translation>
    </message>
    <message>
        <source>{0} does not allow this request (status {1})</source>
        <translation>{0} 不允许此请求（状态 {1}）</translation>
    </message>
    <message>
        <source>{0} does not have the model {1}</source>
        <translation>{0} 没有模型 {1}</translation>
    </message>
    <message>
        <source>{0} does not resolve to this computer, so nothing was sent</source>
        <translation>{0} 没有解析到本机，因此未发送任何内容</translation>
    </message>
    <message>
        <source>{0} denies access to this page ({1})</source>
        <translation>{0} 拒绝访问此网页（{1}）</translation>
    </message>
    <message>
        <source>{0} does not offer this model</source>
        <translation>{0} 不提供此模型</translation>
    </message>
    <message>
        <source>{0} does not report whether {1} supports tools. If it rejects them, VaultDesk uses text-based tools.</source>
        <translation>{0} 未说明 {1} 是否支持工具。如果它拒绝工具，VaultDesk 会使用基于文本的工具。</translation>
    </message>
    <message>
        <source>{0} does not accept the query</source>
        <translation>{0} 不接受该查询</translation>
    </message>
    <message>
        <source>{0} earlier answer stayed on this computer: it may repeat private text.</source>
        <translation>{0} 个早前的回答留在本机：其中可能重复私密文本。</translation>
    </message>
    <message>
        <source>{0} earlier answers stayed on this computer: they may repeat private text.</source>
        <translation>{0} 个早前的回答留在本机：其中可能重复私密文本。</translation>
    </message>
    <message>
        <source>{0} ended unexpectedly</source>
        <translation>{0} 意外结束</translation>
    </message>
    <message>
        <source>{0} folders can be watched.</source>
        <translation>可以监视 {0} 个文件夹。</translation>
    </message>
    <message>
        <source>{0} folders can be watched; the vault has {1}.</source>
        <translation>可以监视 {0} 个文件夹；仓库有 {1} 个。</translation>
    </message>
    <message>
        <source>{0} headings of the note are called “{1}”.</source>
        <translation>笔记中有 {0} 个标题都叫“{1}”。</translation>
    </message>
    <message>
        <source>{0} is not {1}</source>
        <translation>{0} 不是 {1}</translation>
    </message>
    <message>
        <source>{0} keeps changing, so nothing was written.</source>
        <translation>{0} 不断变化，因此未写入任何内容。</translation>
    </message>
    <message>
        <source>{0} left.</source>
        <translation>剩余 {0}。</translation>
    </message>
    <message>
        <source>{0} note could not be changed.</source>
        <translation>{0} 篇笔记无法更改。</translation>
    </message>
    <message>
        <source>{0} note found ({1}):</source>
        <translation>找到 {0} 篇笔记（{1}）：</translation>
    </message>
    <message>
        <source>{0} note found:</source>
        <translation>找到 {0} 篇笔记：</translation>
    </message>
    <message>
        <source>{0} note already had this value.</source>
        <translation>{0} 篇笔记原本就是此值。</translation>
    </message>
    <message>
        <source>{0} note was changed.</source>
        <translation>已更改 {0} 篇笔记。</translation>
    </message>
    <message>
        <source>{0} notes could not be changed.</source>
        <translation>{0} 篇笔记无法更改。</translation>
    </message>
    <message>
        <source>{0} notes found ({1}):</source>
        <translation>找到 {0} 篇笔记（{1}）：</translation>
    </message>
    <message>
        <source>{0} notes found:</source>
        <translation>找到 {0} 篇笔记：</translation>
    </message>
    <message>
        <source>{0} notes already had this value.</source>
        <translation>{0} 篇笔记原本就是此值。</translation>
    </message>
    <message>
        <source>{0} notes were changed.</source>
        <translation>已更改 {0} 篇笔记。</translation>
    </message>
    <message>
        <source>{0} received too many requests from this account</source>
        <translation>{0} 收到来自此账户的请求过多</translation>
    </message>
    <message>
        <source>{0} changed while you were reading it</source>
        <translation>你阅读期间，{0} 有更改</translation>
    </message>
    <message>
        <source>{0} has more than {1} files.</source>
        <translation>{0} 有超过 {1} 个文件。</translation>
    </message>
    <message>
        <source>{0} has no update file ({1})</source>
        <translation>{0} 没有更新文件（{1}）</translation>
    </message>
    <message>
        <source>{0} does not have enough memory for this model</source>
        <translation>{0} 没有足够的内存运行此模型</translation>
    </message>
    <message>
        <source>{0} reports an error of its own ({1})</source>
        <translation>{0} 报告了自身的错误（{1}）</translation>
    </message>
    <message>
        <source>{0} contains no list of conversations.</source>
        <translation>{0} 中没有对话列表。</translation>
    </message>
    <message>
        <source>{0} contains no chat messages.</source>
        <translation>{0} 中没有对话消息。</translation>
    </message>
    <message>
        <source>{0} contains no {1}.</source>
        <translation>{0} 中没有 {1}。</translation>
    </message>
    <message>
        <source>{0} is a damaged archive.</source>
        <translation>{0} 是损坏的压缩包。</translation>
    </message>
    <message>
        <source>{0} is a name of a private network, not of a public web site</source>
        <translation>{0} 是专用网络的名称，不是公开网站的名称</translation>
    </message>
    <message>
        <source>{0} is a small model that was not tested with tools</source>
        <translation>{0} 是未经工具测试的小模型</translation>
    </message>
    <message>
        <source>{0} received too many requests</source>
        <translation>{0} 收到的请求过多</translation>
    </message>
    <message>
        <source>{0} received too many requests ({1})</source>
        <translation>{0} 收到的请求过多（{1}）</translation>
    </message>
    <message>
        <source>{0} is being changed by another VaultDesk. Try again.</source>
        <translation>另一个 VaultDesk 正在更改 {0}。请重试。</translation>
    </message>
    <message>
        <source>{0} is installed and complete.</source>
        <translation>{0} 已安装且完整。</translation>
    </message>
    <message>
        <source>VaultDesk cannot edit {0} because of its layout. Edit the file by hand.</source>
        <translation>由于 {0} 的排版方式，VaultDesk 无法编辑它。请手动编辑该文件。</translation>
    </message>
    <message>
        <source>{0} is loading the model or reading a long chat; this can take a few minutes.</source>
        <translation>{0} 正在载入模型或读取长对话；可能需要几分钟。</translation>
    </message>
    <message>
        <source>{0} is loading the model. The question is sent as soon as it is ready.</source>
        <translation>{0} 正在载入模型。就绪后会立即发送问题。</translation>
    </message>
    <message>
        <source>{0} is protected with a password.</source>
        <translation>{0} 受密码保护。</translation>
    </message>
    <message>
        <source>{0} is missing.</source>
        <translation>缺少 {0}。</translation>
    </message>
    <message>
        <source>{0} is neither {1} nor a skill</source>
        <translation>{0} 既不是 {1}，也不是技能</translation>
    </message>
    <message>
        <source>{0} is not the address of a web page</source>
        <translation>{0} 不是网页地址</translation>
    </message>
    <message>
        <source>{0} is not an agent that can be allowed</source>
        <translation>{0} 不是可以允许的智能体</translation>
    </message>
    <message>
        <source>{0} is not a valid host</source>
        <translation>{0} 不是有效的主机</translation>
    </message>
    <message>
        <source>{0} is not a project</source>
        <translation>{0} 不是项目</translation>
    </message>
    <message>
        <source>{0} is not a model file in the GGUF format, or it is damaged</source>
        <translation>{0} 不是 GGUF 格式的模型文件，或已损坏</translation>
    </message>
    <message>
        <source>{0} is not a public web site: it is this computer or is in a private network</source>
        <translation>{0} 不是公开网站：它是本机或位于专用网络中</translation>
    </message>
    <message>
        <source>{0} is not a server address</source>
        <translation>{0} 不是服务器地址</translation>
    </message>
    <message>
        <source>{0} is not in the agents folder</source>
        <translation>{0} 不在智能体文件夹中</translation>
    </message>
    <message>
        <source>{0} is not installed on this computer</source>
        <translation>{0} 未安装在本机</translation>
    </message>
    <message>
        <source>{0} is not known and may be meant to limit the agent. Known properties: {1}.</source>
        <translation>{0} 未知，可能意在限制该智能体。已知的属性：{1}。</translation>
    </message>
    <message>
        <source>{0} is not logged in</source>
        <translation>{0} 未登录</translation>
    </message>
    <message>
        <source>{0} is not offered in this country or region</source>
        <translation>{0} 未在此国家或地区提供服务</translation>
    </message>
    <message>
        <source>{0} is not set.</source>
        <translation>未设置 {0}。</translation>
    </message>
    <message>
        <source>{0} is not the name of a setting</source>
        <translation>{0} 不是设置的名称</translation>
    </message>
    <message>
        <source>{0} is overloaded</source>
        <translation>{0} 过载</translation>
    </message>
    <message>
        <source>Tools are switched off for {0}</source>
        <translation>{0} 的工具已关闭</translation>
    </message>
    <message>
        <source>{0} is still loading the model</source>
        <translation>{0} 仍在载入模型</translation>
    </message>
    <message>
        <source>The note of {0} keeps changing</source>
        <translation>{0} 的笔记不断变化</translation>
    </message>
    <message>
        <source>{0} synchronizes the data with other computers, which may damage a database.</source>
        <translation>{0} 会将数据与其他计算机同步，这可能会损坏数据库。</translation>
    </message>
    <message>
        <source>{0} synchronizes this folder. Conflict copies of notes: {1}.</source>
        <translation>{0} 同步此文件夹。笔记的冲突副本：{1}。</translation>
    </message>
    <message>
        <source>{0} synchronizes this folder. If it stores a note only online, VaultDesk has to wait for its download, and cannot read it offline.</source>
        <translation>{0} 同步此文件夹。如果它只在线存储某篇笔记，VaultDesk 就必须等待其下载，离线时则无法读取。</translation>
    </message>
    <message>
        <source>{0} synchronizes this folder. If two computers change a note at the same time, it creates a conflict copy next to the note, which VaultDesk marks.</source>
        <translation>{0} 同步此文件夹。两台计算机同时更改一篇笔记时，它会在笔记旁创建冲突副本，VaultDesk 会为其显示标记。</translation>
    </message>
    <message>
        <source>{0} left out: a rule of yours denies it.</source>
        <translation>已省略 {0}：你的一条规则不允许。</translation>
    </message>
    <message>
        <source>{0} left out: it would show the model a private comment.</source>
        <translation>已省略 {0}：否则会向模型展示私密注释。</translation>
    </message>
    <message>
        <source>{0} left out: outside {1}.</source>
        <translation>已省略 {0}：不在{1}之内。</translation>
    </message>
    <message>
        <source>{0} left out: the note changed since the model read it.</source>
        <translation>已省略 {0}：模型读取之后该笔记已更改。</translation>
    </message>
    <message>
        <source>{0} left out: the note is private for this model.</source>
        <translation>已省略 {0}：对此模型而言该笔记是私密的。</translation>
    </message>
    <message>
        <source>{0} lost the connection and is reconnecting.</source>
        <translation>{0} 连接中断，正在重新连接。</translation>
    </message>
    <message>
        <source>{0} does not provide embeddings</source>
        <translation>{0} 不提供嵌入向量</translation>
    </message>
    <message>
        <source>{0} does not provide embeddings.</source>
        <translation>{0} 不提供嵌入向量。</translation>
    </message>
    <message>
        <source>{0} is not used by VaultDesk.</source>
        <translation>VaultDesk 不使用 {0}。</translation>
    </message>
    <message>
        <source>{0} message no longer fits and could not be summarized, so it was left out. {1}</source>
        <translation>{0} 条消息已放不下，且无法概括，因此被略去。{1}</translation>
    </message>
    <message>
        <source>{0} message of this chat is too old to be summarized and was left out.</source>
        <translation>此对话有 {0} 条消息过早，无法概括，已被略去。</translation>
    </message>
    <message>
        <source>{0} messages no longer fit and could not be summarized, so they were left out. {1}</source>
        <translation>{0} 条消息已放不下，且无法概括，因此被略去。{1}</translation>
    </message>
    <message>
        <source>{0} messages of this chat are too old to be summarized and were left out.</source>
        <translation>此对话有 {0} 条消息过早，无法概括，已被略去。</translation>
    </message>
    <message>
        <source>{0} more note will be read under a permission you gave before.</source>
        <translation>另有 {0} 篇笔记将按你之前给予的许可读取。</translation>
    </message>
    <message>
        <source>{0} more notes will be read under a permission you gave before.</source>
        <translation>另有 {0} 篇笔记将按你之前给予的许可读取。</translation>
    </message>
    <message>
        <source>{0} has no valid port</source>
        <translation>{0} 没有有效的端口</translation>
    </message>
    <message>
        <source>{0} needs about {1} GB of memory, and this computer has {2} GB</source>
        <translation>{0} 约需 {1} GB 内存，而本机有 {2} GB</translation>
    </message>
    <message>
        <source>{0} needs its key in the environment variable {1}</source>
        <translation>{0} 需要在环境变量 {1} 中提供其密钥</translation>
    </message>
    <message>
        <source>{0} no longer offers this model</source>
        <translation>{0} 已不再提供此模型</translation>
    </message>
    <message>
        <source>{0} note</source>
        <translation>{0} 篇笔记</translation>
    </message>
    <message>
        <source>{0} note will not be read: a rule of yours denies it.</source>
        <translation>{0} 篇笔记不会被读取：你的一条规则不允许。</translation>
    </message>
    <message>
        <source>{0} note will not be read: private, or outside the allowed folders.</source>
        <translation>{0} 篇笔记不会被读取：私密，或不在允许的文件夹中。</translation>
    </message>
    <message>
        <source>{0} notes</source>
        <translation>{0} 篇笔记</translation>
    </message>
    <message>
        <source>{0} notes will not be read: a rule of yours denies it.</source>
        <translation>{0} 篇笔记不会被读取：你的一条规则不允许。</translation>
    </message>
    <message>
        <source>{0} notes will not be read: private, or outside the allowed folders.</source>
        <translation>{0} 篇笔记不会被读取：私密，或不在允许的文件夹中。</translation>
    </message>
    <message>
        <source>{0} notes, {1}, last written: {2}. No errors were found.</source>
        <translation>{0} 篇笔记，{1}，上次写入：{2}。未发现错误。</translation>
    </message>
    <message>
        <source>{0} notes, {1}, last written: {2}. No error was found within the time limit.</source>
        <translation>{0} 篇笔记，{1}，上次写入：{2}。在时限内未发现错误。</translation>
    </message>
    <message>
        <source>{0} has the effect {1}, so it must be a {2}.</source>
        <translation>{0} 的作用是 {1}，因此必须属于类 {2}。</translation>
    </message>
    <message>
        <source>{0} notes, {1}, last written: {2}. Notes that could not be read: {3}.</source>
        <translation>{0} 篇笔记，{1}，上次写入：{2}。无法读取的笔记：{3}。</translation>
    </message>
    <message>
        <source>{0} notes, {1}, last written: {2}; the folder has {3}.</source>
        <translation>{0} 篇笔记，{1}，上次写入：{2}；文件夹中有 {3} 篇。</translation>
    </message>
    <message>
        <source>{0} of {1} left</source>
        <translation>{1}中还剩 {0}</translation>
    </message>
    <message>
        <source>{0} of {1} statements in this answer name no source from your notes.</source>
        <translation>此回答的 {1} 条陈述中有 {0} 条未注明来自你笔记的来源。</translation>
    </message>
    <message>
        <source>{0} offers this model to verified organizations only</source>
        <translation>{0} 仅向已验证的组织提供此模型</translation>
    </message>
    <message>
        <source>{0} on Python {1}, {2}</source>
        <translation>{0}，Python {1}，{2}</translation>
    </message>
    <message>
        <source>{0} private note of this conversation stayed on this computer.</source>
        <translation>此对话中有 {0} 篇私密笔记留在本机。</translation>
    </message>
    <message>
        <source>{0} private note of {1} stayed on this computer.</source>
        <translation>{1} 中有 {0} 篇私密笔记留在本机。</translation>
    </message>
    <message>
        <source>{0} private notes of this conversation stayed on this computer.</source>
        <translation>此对话中有 {0} 篇私密笔记留在本机。</translation>
    </message>
    <message>
        <source>{0} private notes of {1} stayed on this computer.</source>
        <translation>{1} 中有 {0} 篇私密笔记留在本机。</translation>
    </message>
    <message>
        <source>{0} refused the request</source>
        <translation>{0} 拒绝了请求</translation>
    </message>
    <message>
        <source>{0} refused the request (status {1})</source>
        <translation>{0} 拒绝了请求（状态 {1}）</translation>
    </message>
    <message>
        <source>{0} rejected the tools.</source>
        <translation>{0} 拒绝了工具。</translation>
    </message>
    <message>
        <source>{0} does not accept a thinking level, so the request was sent without one.</source>
        <translation>{0} 不接受思考程度设定，因此请求中未附带。</translation>
    </message>
    <message>
        <source>{0} reports an error of its own</source>
        <translation>{0} 报告自身出错</translation>
    </message>
    <message>
        <source>{0} reports an error of its own (status {1})</source>
        <translation>{0} 报告自身出错（状态 {1}）</translation>
    </message>
    <message>
        <source>{0} tool round per question</source>
        <translation>每个问题 {0} 轮工具</translation>
    </message>
    <message>
        <source>{0} tool rounds per question</source>
        <translation>每个问题 {0} 轮工具</translation>
    </message>
    <message>
        <source>{0} repeats “{1}”.</source>
        <translation>{0} 与“{1}”重复。</translation>
    </message>
    <message>
        <source>{0} reports that {1} does not support tools.</source>
        <translation>{0} 称 {1} 不支持工具。</translation>
    </message>
    <message>
        <source>{0} reports that {1} supports tools.</source>
        <translation>{0} 称 {1} 支持工具。</translation>
    </message>
    <message>
        <source>{0} redirects too many times</source>
        <translation>{0} 重定向次数过多</translation>
    </message>
    <message>
        <source>{0} redirects to another address, which is not followed</source>
        <translation>{0} 重定向到另一个地址，未跟随该重定向</translation>
    </message>
    <message>
        <source>{0} redirects to another address</source>
        <translation>{0} 重定向到其他地址</translation>
    </message>
    <message>
        <source>The answer of {0} is too large</source>
        <translation>{0} 的应答过大</translation>
    </message>
    <message>
        <source>{0} sent nothing for {1} seconds</source>
        <translation>{0} 在 {1} 秒内没有发送任何内容</translation>
    </message>
    <message>
        <source>{0} settings cannot be used</source>
        <translation>{0} 项设置无法使用</translation>
    </message>
    <message>
        <source>{0} reserves the account&apos;s credit for earlier requests that still run</source>
        <translation>{0} 的账户余额仍被之前的请求占用</translation>
    </message>
    <message>
        <source>Embeddings of {0} are computed only while the window is open</source>
        <translation>{0} 的嵌入向量仅在窗口打开时计算</translation>
    </message>
    <message>
        <source>Your notes from that time contain nothing about this.</source>
        <translation>那段时间的笔记中没有相关内容。</translation>
    </message>
    <message>
        <source>it goes up to a parent folder, or has an empty name</source>
        <translation>它指向上级文件夹，或含有空名称</translation>
    </message>
    <message>
        <source>it names a data stream, not a file</source>
        <translation>它指的是数据流，而不是文件</translation>
    </message>
    <message>
        <source>{0} needs about {1} GB of memory with a window of {2} tokens.</source>
        <translation>窗口为 {2} 个 token 时，{0} 约需要 {1} GB 内存。</translation>
    </message>
    <message>
        <source>{0} does not accept a limit on the length of an answer, so the request was sent without one.</source>
        <translation>{0} 不接受回答长度限制，因此请求中未附带。</translation>
    </message>
    <message>
        <source>{0} does not accept a temperature above 1, so 1 was used.</source>
        <translation>{0} 不接受高于 1 的温度，因此使用了 1。</translation>
    </message>
    <message>
        <source>{0} does not accept a temperature, so the request was sent without one.</source>
        <translation>{0} 不接受温度设定，因此请求中未附带。</translation>
    </message>
    <message>
        <source>{0} task in {2} ({1}):</source>
        <translation>{2}中有 {0} 项任务（{1}）：</translation>
    </message>
    <message>
        <source>{0} tasks in {2} ({1}):</source>
        <translation>{2}中有 {0} 项任务（{1}）：</translation>
    </message>
    <message>
        <source>{0} token</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} 个 token</translation>
    </message>
    <message>
        <source>{0} tool calls per minute</source>
        <translation>每分钟 {0} 次工具调用</translation>
    </message>
    <message>
        <source>{0} tried to use a tool of its own ({1}), so it was stopped</source>
        <translation>{0} 试图使用其自身的工具（{1}），因此已停止</translation>
    </message>
    <message>
        <source>{0} used up</source>
        <translation>{0}已用完</translation>
    </message>
    <message>
        <source>{0} requires a key</source>
        <translation>{0} 需要密钥</translation>
    </message>
    <message>
        <source>{0} redirects the question to another address</source>
        <translation>{0} 将问题重定向到其他地址</translation>
    </message>
    <message>
        <source>{0} requires you to sign in for this model</source>
        <translation>{0} 要求你登录才能使用此模型</translation>
    </message>
    <message>
        <source>{0} was not loaded within {1} seconds</source>
        <translation>{0} 未能在 {1} 秒内载入</translation>
    </message>
    <message>
        <source>{0} is {1}; {2} is used.</source>
        <translation>{0} 为 {1}；实际使用 {2}。</translation>
    </message>
    <message>
        <source>{0} is set to use another server than {1}, so nothing was sent</source>
        <translation>{0} 设置为使用 {1} 以外的服务器，因此未发送任何内容</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <translation>{0} {1}</translation>
    </message>
    <message>
        <source>{0} {1} {2}</source>
        <translation>{0} {1} {2}</translation>
    </message>
    <message>
        <source>{0} {1}.</source>
        <translation>{0} {1}。</translation>
    </message>
    <message>
        <source>The model {0}, which indexed the notes before, is no longer available.</source>
        <translation>之前为笔记编制索引的模型 {0} 已不可用。</translation>
    </message>
    <message>
        <source>{0}, {1:lower}</source>
        <translation>{0}，{1}</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}、{1}</translation>
    </message>
    <message>
        <source>{0}, {1} free.</source>
        <translation>{0}，可用 {1}。</translation>
    </message>
    <message>
        <source>{0}, {1} free; names are not case-sensitive.</source>
        <translation>{0}，可用 {1}；名称不区分大小写。</translation>
    </message>
    <message>
        <source>{0}, {1} free; names are case-sensitive.</source>
        <translation>{0}，可用 {1}；名称区分大小写。</translation>
    </message>
    <message>
        <source>{0}, {1} notes</source>
        <translation>{0}，{1} 篇笔记</translation>
    </message>
    <message>
        <source>{0}.</source>
        <translation>{0}。</translation>
    </message>
    <message>
        <source>{0}: It no longer exists.</source>
        <translation>{0}：已不存在。</translation>
    </message>
    <message>
        <source>{0}: It has changed since it was read.</source>
        <translation>{0}：读取之后已更改。</translation>
    </message>
    <message>
        <source>${0}</source>
        <translation>${0}</translation>
    </message>
    <message>
        <source>Added “{0}” to the vocabulary</source>
        <translation>已将“{0}”加入词汇本</translation>
    </message>
    <message>
        <source>An earlier version of the note cannot be read: {0}.</source>
        <translation>无法读取笔记的早期版本：{0}。</translation>
    </message>
    <message>
        <source>An earlier version of the note cannot be stored: {0}.</source>
        <translation>无法保存笔记的早期版本：{0}。</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Attachment added by you</source>
        <translation>由你添加的附件</translation>
    </message>
    <message>
        <source>Changed the meaning of “{0}”</source>
        <translation>更改了“{0}”的释义</translation>
    </message>
    <message>
        <source>Deleted the chat “{0}”</source>
        <translation>删除了对话“{0}”</translation>
    </message>
    <message>
        <source>Deleted the word “{0}”</source>
        <translation>删除了词语“{0}”</translation>
    </message>
    <message>
        <source>Did you mean {0}? Available: {1}.</source>
        <translation>您是指 {0} 吗？可用：{1}。</translation>
    </message>
    <message>
        <source>Drafts notes and edits them in place</source>
        <translation>起草笔记并就地编辑</translation>
    </message>
    <message>
        <source>Edit in scope</source>
        <translation>范围内编辑</translation>
    </message>
    <message>
        <source>Edit the note to correct it. Until then the properties are shown as text.</source>
        <translation>请编辑该笔记以更正。在此之前，属性以文本形式显示。</translation>
    </message>
    <message>
        <source>Edited by you</source>
        <translation>由你编辑</translation>
    </message>
    <message>
        <source>Finds orphans, duplicates and broken links</source>
        <translation>查找孤立笔记、重复内容和失效链接</translation>
    </message>
    <message>
        <source>Finds, files, links and tags notes</source>
        <translation>查找、归档、链接笔记并添加标签</translation>
    </message>
    <message>
        <source>Get the time left of the pomodoro</source>
        <translation>查看番茄钟的剩余时间</translation>
    </message>
    <message>
        <source>Imported chats from {0}</source>
        <translation>从 {0} 导入的对话</translation>
    </message>
    <message>
        <source>Install or update the packages of these toolsets, or switch them off in Settings, Assistant.</source>
        <translation>请安装或更新这些工具集的软件包，或在“设置”的“助手”中将其关闭。</translation>
    </message>
    <message>
        <source>It cannot be read as a base.</source>
        <translation>无法作为数据库读取。</translation>
    </message>
    <message>
        <source>It could not be parsed ({0}).</source>
        <translation>无法解析（{0}）。</translation>
    </message>
    <message>
        <source>It failed.</source>
        <translation>操作失败。</translation>
    </message>
    <message>
        <source>It is not a canvas.</source>
        <translation>这不是白板。</translation>
    </message>
    <message>
        <source>It is not a canvas: its text is not valid JSON.</source>
        <translation>这不是白板：其文本不是有效的 JSON。</translation>
    </message>
    <message>
        <source>It was not done.</source>
        <translation>未执行。</translation>
    </message>
    <message>
        <source>Its text is not on this computer. It is downloaded when the note is opened.</source>
        <translation>其文本不在此电脑上。打开笔记时会下载。</translation>
    </message>
    <message>
        <source>Its text was lost, for example in a power failure. Restore it from a backup.</source>
        <translation>其文本已丢失，例如由于断电。请从备份中恢复。</translation>
    </message>
    <message>
        <source>Keeps the daily note and its tasks</source>
        <translation>维护日记及其任务</translation>
    </message>
    <message>
        <source>No note has the tag {0}.</source>
        <translation>没有笔记带有标签 {0}。</translation>
    </message>
    <message>
        <source>No task found ({0}).</source>
        <translation>未找到任务（{0}）。</translation>
    </message>
    <message>
        <source>Obsidian has not stored any settings in this vault.</source>
        <translation>Obsidian 未在此仓库中保存任何设置。</translation>
    </message>
    <message>
        <source>Obsidian&apos;s excluded files: the pattern {0} cannot be read and is left out.</source>
        <translation>Obsidian 的排除文件：无法读取模式 {0}，已将其略去。</translation>
    </message>
    <message>
        <source>Obsidian&apos;s setting {0} cannot be read; its default is used.</source>
        <translation>无法读取 Obsidian 的设置 {0}；将使用其默认值。</translation>
    </message>
    <message>
        <source>Obsidian&apos;s setting {0} has an unknown value; its default is used.</source>
        <translation>Obsidian 的设置 {0} 的值未知；将使用其默认值。</translation>
    </message>
    <message>
        <source>Obsidian&apos;s settings in {0} cannot be read.</source>
        <translation>无法读取 {0} 中的 Obsidian 设置。</translation>
    </message>
    <message>
        <source>Pause the pomodoro</source>
        <translation>暂停番茄钟</translation>
    </message>
    <message>
        <source>Pomodoro logged</source>
        <translation>已记录番茄钟</translation>
    </message>
    <message>
        <source>Read it again.</source>
        <translation>请重新读取。</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Reads many notes and writes one report</source>
        <translation>广泛阅读你的笔记并撰写一份报告</translation>
    </message>
    <message>
        <source>Redo of “{0}”</source>
        <translation>重做“{0}”</translation>
    </message>
    <message>
        <source>Renamed the chat to “{0}”</source>
        <translation>将对话重命名为“{0}”</translation>
    </message>
    <message>
        <source>Requested in a private chat</source>
        <translation>在私密对话中请求</translation>
    </message>
    <message>
        <source>Reviewed “{0}”</source>
        <translation>复习了“{0}”</translation>
    </message>
    <message>
        <source>Saved the chat “{0}”</source>
        <translation>保存了对话“{0}”</translation>
    </message>
    <message>
        <source>Set these values again in Obsidian, then reopen the vault in VaultDesk.</source>
        <translation>请在 Obsidian 中重新设置这些值，然后在 VaultDesk 中重新打开仓库。</translation>
    </message>
    <message>
        <source>Stop the pomodoro</source>
        <translation>停止番茄钟</translation>
    </message>
    <message>
        <source>Symbolic links in the vault: {0}. VaultDesk does not follow them.</source>
        <translation>仓库中的符号链接：{0}。VaultDesk 不会跟随它们。</translation>
    </message>
    <message>
        <source>Symbolic links to targets outside the vault: {0}. VaultDesk does not follow them: their targets are not found, shown or changed.</source>
        <translation>指向仓库外目标的符号链接：{0}。VaultDesk 不会跟随它们：其目标不会被找到、显示或更改。</translation>
    </message>
    <message>
        <source>The certificates for encrypted connections cannot be read</source>
        <translation>无法读取加密连接的证书</translation>
    </message>
    <message>
        <source>The file is unchanged.</source>
        <translation>文件未被更改。</translation>
    </message>
    <message>
        <source>The notes that were found were not read.</source>
        <translation>找到的笔记未被读取。</translation>
    </message>
    <message>
        <source>The notes were not searched.</source>
        <translation>未搜索笔记。</translation>
    </message>
    <message>
        <source>The page is longer than can be read. The end of its text is missing.</source>
        <translation>该网页过长，无法完整读取。其文本的末尾缺失。</translation>
    </message>
    <message>
        <source>The record of tool calls cannot be read: {0}.</source>
        <translation>无法读取工具调用记录：{0}。</translation>
    </message>
    <message>
        <source>The record of tool calls cannot be written: {0}.</source>
        <translation>无法写入工具调用记录：{0}。</translation>
    </message>
    <message>
        <source>The settings of Obsidian in this vault can be read.</source>
        <translation>此仓库中的 Obsidian 设置可以读取。</translation>
    </message>
    <message>
        <source>The variables SSL_CERT_FILE and SSL_CERT_DIR must name existing certificates, or be unset.</source>
        <translation>变量 SSL_CERT_FILE 和 SSL_CERT_DIR 必须指向存在的证书，否则不要设置。</translation>
    </message>
    <message>
        <source>Trusted</source>
        <translation>信任</translation>
    </message>
    <message>
        <source>You refused it.</source>
        <translation>你拒绝了此操作。</translation>
    </message>
    <message>
        <source>Your notes may answer this:</source>
        <translation>你的笔记可能包含答案：</translation>
    </message>
    <message>
        <source>a model outside this computer indexes notes for search by meaning</source>
        <translation>本机之外的模型为按含义搜索编制笔记索引</translation>
    </message>
    <message>
        <source>makes one change to several notes; you can leave some out of it.</source>
        <translation>对多篇笔记作同一更改；你可以略去其中一些。</translation>
    </message>
    <message>
        <source>not in {0}</source>
        <translation>不在 {0} 中</translation>
    </message>
    <message>
        <source>not {0}</source>
        <translation>非{0}</translation>
    </message>
    <message>
        <source>reads a note and gives its text, properties, tags and links to the model.</source>
        <translation>读取一篇笔记，将其文本、属性、标签和链接提供给模型。</translation>
    </message>
    <message>
        <source>reads several notes and gives their text to the model.</source>
        <translation>读取多篇笔记，将其文本提供给模型。</translation>
    </message>
    <message>
        <source>removed from the disk; VaultDesk can undo it for {0} day, up to {1} MB of earlier versions</source>
        <translation>从磁盘中移除；VaultDesk 可在 {0} 天内撤销，早期版本最多保留 {1} MB</translation>
    </message>
    <message>
        <source>removed from the disk; VaultDesk can undo it for {0} days, up to {1} MB of earlier versions</source>
        <translation>从磁盘中移除；VaultDesk 可在 {0} 天内撤销，早期版本最多保留 {1} MB</translation>
    </message>
    <message>
        <source>removes a note from the vault; links to it will be broken.</source>
        <translation>从库中移除一篇笔记；指向它的链接将失效。</translation>
    </message>
    <message>
        <source>sends search words to a search engine. You see what it finds before the model does.</source>
        <translation>将搜索词发送给搜索引擎。你会先于模型看到搜索结果。</translation>
    </message>
    <message>
        <source>the name {0} is taken.</source>
        <translation>名称 {0} 已被占用。</translation>
    </message>
    <message>
        <source>the parameters of {0} are not Parameters that can be written as JSON Schema.</source>
        <translation>{0} 的参数不是可写成 JSON Schema 的 Parameters。</translation>
    </message>
    <message>
        <source>without a link to “{0}”</source>
        <translation>没有指向“{0}”的链接</translation>
    </message>
    <message>
        <source>{0} bytes</source>
        <translation>{0} 字节</translation>
    </message>
    <message>
        <source>{0} cannot be created ({1}).</source>
        <translation>无法创建 {0}（{1}）。</translation>
    </message>
    <message>
        <source>{0} could not be read.</source>
        <translation>无法读取 {0}。</translation>
    </message>
    <message>
        <source>{0} does not use the {1} protocol: it sent {2}</source>
        <translation>{0} 未使用 {1} 协议：它发送了 {2}</translation>
    </message>
    <message>
        <source>{0} has no name in snake_case.</source>
        <translation>{0} 没有 snake_case 形式的名称。</translation>
    </message>
    <message>
        <source>{0} is not a Tool class.</source>
        <translation>{0} 不是 Tool 类。</translation>
    </message>
    <message>
        <source>{0} must have the effect read, write, delete or network.</source>
        <translation>{0} 的作用必须是 read、write、delete 或 network。</translation>
    </message>
    <message>
        <source>{0} needs a {1} of at most {2} characters.</source>
        <translation>{0} 需要最多 {2} 个字符的 {1}。</translation>
    </message>
    <message>
        <source>{0} of {1} tasks ({2}):</source>
        <translation>{1} 项任务中的 {0} 项（{2}）：</translation>
    </message>
    <message>
        <source>{0} old message no longer fits and was summarized for the model. The chat itself is not changed.</source>
        <translation>{0} 条较早的消息已放不下，已为模型概括。对话本身未更改。</translation>
    </message>
    <message>
        <source>{0} old messages no longer fit and were summarized for the model. The chat itself is not changed.</source>
        <translation>{0} 条较早的消息已放不下，已为模型概括。对话本身未更改。</translation>
    </message>
    <message>
        <source>{0}&apos;s own model</source>
        <translation>{0} 自带的模型</translation>
    </message>
    <message>
        <source>{0}, line {1}: {2}: {3}. It is not used.</source>
        <translation>{0}，第 {1} 行：{2}：{3}。未使用。</translation>
    </message>
    <message>
        <source>{0}: folders that cannot be listed: {1}.</source>
        <translation>{0}：无法列出的文件夹：{1}。</translation>
    </message>
    <message>
        <source>{0}: it cannot be loaded ({1}).</source>
        <translation>{0}：无法加载（{1}）。</translation>
    </message>
    <message>
        <source>{0}: it contains no tools.</source>
        <translation>{0}：其中没有工具。</translation>
    </message>
    <message>
        <source>{0}: more than {1} notes; not all were counted in time.</source>
        <translation>{0}：超过 {1} 篇笔记；时间内未能全部统计。</translation>
    </message>
    <message>
        <source>{0}: no toolset of this name is installed.</source>
        <translation>{0}：未安装此名称的工具集。</translation>
    </message>
    <message>
        <source>{0}: only the first {1} of its {2} tools are used.</source>
        <translation>{0}：只使用其 {2} 个工具中的前 {1} 个。</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>{0}: {1} notes in {2} folders.</source>
        <translation>{0}：{1} 篇笔记，{2} 个文件夹。</translation>
    </message>
    <message>
        <source>{0}: {1} notes in {2} folders. Files and folders left out because of their names: {3}.</source>
        <translation>{0}：{1} 篇笔记，{2} 个文件夹。因名称而略去的文件和文件夹：{3} 个。</translation>
    </message>
    <message>
        <source>{0}: {1}.</source>
        <translation>{0}：{1}。</translation>
    </message>
    <message>
        <source>{0}: {1}. Correct the file or move it away; until then VaultDesk uses default settings and saves none.</source>
        <translation>{0}：{1}。请修正该文件或将其移走；在此之前，VaultDesk 使用默认设置，且不保存任何设置。</translation>
    </message>
    <message>
        <source>{0}: {1}. The file was not changed.</source>
        <translation>{0}：{1}。文件未更改。</translation>
    </message>
    <message>
        <source>{0}: {1}. Until it can be read, VaultDesk uses default settings.</source>
        <translation>{0}：{1}。在能够读取之前，VaultDesk 使用默认设置。</translation>
    </message>
    <message>
        <source>{0}: {1}: {2}. It is not used.</source>
        <translation>{0}：{1}：{2}。未使用。</translation>
    </message>
    <message>
        <source>{0}; it stays on this computer</source>
        <translation>{0}；内容留在本机</translation>
    </message>
    <message>
        <source>{0}; they stay on this computer</source>
        <translation>{0}；内容留在本机</translation>
    </message>
    <message>
        <source>{0}; what is found stays on this computer</source>
        <translation>{0}；找到的内容留在本机</translation>
    </message>
    <message>
        <source>{0}” and “{1}</source>
        <translation>{0}”和“{1}</translation>
    </message>
    <message>
        <source>{0}”, “{1}</source>
        <translation>{0}”、“{1}</translation>
    </message>
    <message>
        <source>{1} and {0} more</source>
        <translation>{1} 及另外 {0} 篇</translation>
    </message>
    <message>
        <source>{1} and {0} more folder</source>
        <translation>{1} 及另外 {0} 个文件夹</translation>
    </message>
    <message>
        <source>{1} and {0} more folders</source>
        <translation>{1} 及另外 {0} 个文件夹</translation>
    </message>
    <message>
        <source>{1} answered in {2} s and offers {0} model.</source>
        <translation>{1} 在 {2} 秒内响应，提供 {0} 个模型。</translation>
    </message>
    <message>
        <source>{1} answered in {2} s and offers {0} models.</source>
        <translation>{1} 在 {2} 秒内响应，提供 {0} 个模型。</translation>
    </message>
    <message>
        <source>“folders” names a folder that is not in the vault: “{0}”.</source>
        <translation>“folders”指定了仓库中没有的文件夹：“{0}”。</translation>
    </message>
    <message>
        <source>“links” names a note that does not exist: “{0}”.</source>
        <translation>“links”指定了不存在的笔记：“{0}”。</translation>
    </message>
    <message>
        <source>“model” names a model that is not available. {0}.</source>
        <translation>“model”指定了不可用的模型。{0}。</translation>
    </message>
    <message>
        <source>“tags” contains an invalid tag: “{0}”.</source>
        <translation>“tags”含有无效的标签：“{0}”。</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>“{0}”</translation>
    </message>
    <message>
        <source>“{0}” cannot be a note&apos;s name: {1}.</source>
        <translation>“{0}”不能作为笔记名称：{1}。</translation>
    </message>
    <message>
        <source>“{0}” cannot be moved into itself.</source>
        <translation>“{0}”不能移动到自身之中。</translation>
    </message>
    <message>
        <source>“{0}” cannot be read</source>
        <translation>无法读取“{0}”</translation>
    </message>
    <message>
        <source>“{0}” cannot be read from the disk.</source>
        <translation>无法从磁盘读取“{0}”。</translation>
    </message>
    <message>
        <source>“{0}” cannot be read: {1}</source>
        <translation>无法读取“{0}”：{1}</translation>
    </message>
    <message>
        <source>“{0}” cannot be read: {1}.</source>
        <translation>无法读取“{0}”：{1}。</translation>
    </message>
    <message>
        <source>“{0}” cannot be set by a note, only in Settings.</source>
        <translation>“{0}”不能由笔记设定，只能在“设置”中设定。</translation>
    </message>
    <message>
        <source>“{0}” changed since it was read.</source>
        <translation>“{0}”在读取后有更改。</translation>
    </message>
    <message>
        <source>“{0}” contains invisible characters; they are shown as &lt;U+…&gt;.</source>
        <translation>“{0}”含有不可见字符；它们显示为 &lt;U+…&gt;。</translation>
    </message>
    <message>
        <source>“{0}” contains only zero bytes.</source>
        <translation>“{0}”仅包含零字节。</translation>
    </message>
    <message>
        <source>“{0}” could not be moved to the system&apos;s trash: {1}.</source>
        <translation>无法将“{0}”移到系统回收站：{1}。</translation>
    </message>
    <message>
        <source>“{0}” has a conflict copy of a sync program: “{1}”.</source>
        <translation>“{0}”有同步程序产生的冲突副本：“{1}”。</translation>
    </message>
    <message>
        <source>“{0}” is a file, not a folder.</source>
        <translation>“{0}”是文件，不是文件夹。</translation>
    </message>
    <message>
        <source>“{0}” is a link, or is reached through one.</source>
        <translation>“{0}”是符号链接，或须经由符号链接到达。</translation>
    </message>
    <message>
        <source>“{0}” is among the files you excluded in Obsidian.</source>
        <translation>“{0}”属于你在 Obsidian 中排除的文件。</translation>
    </message>
    <message>
        <source>“{0}” is in iCloud and not on this computer.</source>
        <translation>“{0}”在 iCloud 中，不在本机上。</translation>
    </message>
    <message>
        <source>“{0}” is larger than {1} MB</source>
        <translation>“{0}”超过 {1} MB</translation>
    </message>
    <message>
        <source>“{0}” is larger than {1} MB.</source>
        <translation>“{0}”超过 {1} MB。</translation>
    </message>
    <message>
        <source>“{0}” is not a chat.</source>
        <translation>“{0}”不是对话。</translation>
    </message>
    <message>
        <source>“{0}” is not a file that can be read</source>
        <translation>“{0}”不是可读取的文件</translation>
    </message>
    <message>
        <source>“{0}” is not a valid tag</source>
        <translation>“{0}”不是有效的标签</translation>
    </message>
    <message>
        <source>“{0}” is not a text, PDF or picture that can be read</source>
        <translation>“{0}”不是可读取的文本、PDF 或图片</translation>
    </message>
    <message>
        <source>“{0}” is not UTF-8 text and was not changed.</source>
        <translation>“{0}”不是 UTF-8 文本，未作更改。</translation>
    </message>
    <message>
        <source>“{0}” is not UTF-8 text.</source>
        <translation>“{0}”不是 UTF-8 文本。</translation>
    </message>
    <message>
        <source>“{0}” is not a note&apos;s name.</source>
        <translation>“{0}”不是笔记名称。</translation>
    </message>
    <message>
        <source>“{0}” is not a note.</source>
        <translation>“{0}”不是笔记。</translation>
    </message>
    <message>
        <source>“{0}” is not a path in this vault: {1}.</source>
        <translation>“{0}”不是此仓库中的路径：{1}。</translation>
    </message>
    <message>
        <source>“{0}” is not a regular file.</source>
        <translation>“{0}”不是普通文件。</translation>
    </message>
    <message>
        <source>“{0}” is not a text file.</source>
        <translation>“{0}”不是文本文件。</translation>
    </message>
    <message>
        <source>“{0}” is not known and may be meant to limit the project. Known properties: {1}.</source>
        <translation>“{0}”未知，可能意在限制该项目。已知的属性：{1}。</translation>
    </message>
    <message>
        <source>“{0}” no longer exists.</source>
        <translation>“{0}”已不存在。</translation>
    </message>
    <message>
        <source>“{0}” is outside the folders of this agent or project.</source>
        <translation>“{0}”在此智能体或项目的文件夹之外。</translation>
    </message>
    <message>
        <source>“{0}” is private ({1}), so nothing was sent to {2}</source>
        <translation>“{0}”是私密的（{1}），因此未向 {2} 发送任何内容</translation>
    </message>
    <message>
        <source>“{0}” is private, so nothing was sent to {1}</source>
        <translation>“{0}”是私密的，因此未向 {1} 发送任何内容</translation>
    </message>
    <message>
        <source>“{0}” is set twice</source>
        <translation>“{0}”设置了两次</translation>
    </message>
    <message>
        <source>“{0}” is written in UTF-16.</source>
        <translation>“{0}”以 UTF-16 编码。</translation>
    </message>
    <message>
        <source>“{0}” is reached through a link.</source>
        <translation>“{0}”须经由符号链接到达。</translation>
    </message>
    <message>
        <source>“{0}” may not be read.</source>
        <translation>没有读取“{0}”的权限。</translation>
    </message>
    <message>
        <source>“{0}” is not used by VaultDesk.</source>
        <translation>VaultDesk 不使用“{0}”。</translation>
    </message>
    <message>
        <source>“{0}” mixes {1} letters in one word; it may imitate another name.</source>
        <translation>“{0}”在一个单词中混用了{1}；它可能在仿冒另一个名称。</translation>
    </message>
    <message>
        <source>“{0}” must be a list of names (numbers in quotes).</source>
        <translation>“{0}”必须是名称列表（数字加引号）。</translation>
    </message>
    <message>
        <source>“{0}” must be text on one line.</source>
        <translation>“{0}”必须是单行文本。</translation>
    </message>
    <message>
        <source>“{0}” names more than {1}.</source>
        <translation>“{0}”指定了超过 {1} 项。</translation>
    </message>
    <message>
        <source>“{0}” repeats another property.</source>
        <translation>“{0}”与另一个属性重复。</translation>
    </message>
    <message>
        <source>Creating “{0}” was interrupted. The note does not exist.</source>
        <translation>创建“{0}”时被中断。该笔记不存在。</translation>
    </message>
    <message>
        <source>“{0}” has changed since it was created.</source>
        <translation>“{0}”自创建以来已更改。</translation>
    </message>
    <message>
        <source>“{0}” has since changed.</source>
        <translation>“{0}”此后已更改。</translation>
    </message>
    <message>
        <source>“{0}” was changed, but its content is different now.</source>
        <translation>“{0}”已更改，但其内容现在又有不同。</translation>
    </message>
    <message>
        <source>“{0}” was changed, but the disk reported an error.</source>
        <translation>“{0}”已更改，但磁盘报告了错误。</translation>
    </message>
    <message>
        <source>“{0}” has since been deleted or moved by another program.</source>
        <translation>“{0}”此后已被其他程序删除或移动。</translation>
    </message>
    <message>
        <source>“{0}” has since been deleted.</source>
        <translation>“{0}”此后已被删除。</translation>
    </message>
    <message>
        <source>“{0}” has since been moved to “{1}”.</source>
        <translation>“{0}”此后已被移动到“{1}”。</translation>
    </message>
    <message>
        <source>“{0}” was not saved: {1}</source>
        <translation>“{0}”未保存：{1}</translation>
    </message>
    <message>
        <source>“{0}” was saved, but the disk did not confirm it.</source>
        <translation>“{0}”已保存，但磁盘未确认。</translation>
    </message>
    <message>
        <source>“{0}” was written by a newer VaultDesk.</source>
        <translation>“{0}”由更新版本的 VaultDesk 写入。</translation>
    </message>
    <message>
        <source>“{0}” was written by another program while a change of it was interrupted. The version of that program remains; the earlier versions are in the list of changes.</source>
        <translation>在对“{0}”的更改被中断期间，另一个程序写入了它。该程序的版本予以保留；早期版本在更改列表中。</translation>
    </message>
    <message>
        <source>A line of the properties is not valid YAML.</source>
        <translation>属性中有一行不是有效的 YAML。</translation>
    </message>
    <message>
        <source>Line {0} is not valid YAML.</source>
        <translation>第 {0} 行不是有效的 YAML。</translation>
    </message>
    <message>
        <source>Line {0} is not valid YAML: {1}.</source>
        <translation>第 {0} 行不是有效的 YAML：{1}。</translation>
    </message>
    <message>
        <source>The properties have characters that YAML does not allow.</source>
        <translation>属性中含有 YAML 不允许的字符。</translation>
    </message>
    <message>
        <source>The properties are more than one YAML document.</source>
        <translation>属性由多个 YAML 文档组成。</translation>
    </message>
    <message>
        <source>The block between the --- lines is not a list of properties.</source>
        <translation>--- 行之间的内容不是属性列表。</translation>
    </message>
    <message>
        <source>Line {0} uses a YAML anchor or alias; those are not read.</source>
        <translation>第 {0} 行使用了 YAML 锚点或别名；不会读取这些内容。</translation>
    </message>
    <message>
        <source>Line {0} uses a YAML tag; those are not read.</source>
        <translation>第 {0} 行使用了 YAML 标签；不会读取这些内容。</translation>
    </message>
    <message>
        <source>The properties are nested more than {0} deep.</source>
        <translation>属性的嵌套超过 {0} 层。</translation>
    </message>
    <message>
        <source>Line {0} has a placeholder or a list where a name should be.</source>
        <translation>第 {0} 行在应为名称的位置使用了占位符或列表。</translation>
    </message>
    <message>
        <source>Line {0} sets “{1}” a second time.</source>
        <translation>第 {0} 行重复设置了“{1}”。</translation>
    </message>
    <message>
        <source>The properties are longer than {0} kB.</source>
        <translation>属性超过 {0} kB。</translation>
    </message>
    <message>
        <source>They are written as JSON.</source>
        <translation>它们以 JSON 编写。</translation>
    </message>
    <message>
        <source>Change one of them in Obsidian, which then writes them as YAML.</source>
        <translation>请在 Obsidian 中更改其中一个，之后它们会以 YAML 编写。</translation>
    </message>
    <message>
        <source>Correct them in an editor first.</source>
        <translation>请先在编辑器中改正。</translation>
    </message>
    <message>
        <source>They have both “{0}” and “{1}”.</source>
        <translation>其中同时有“{0}”和“{1}”。</translation>
    </message>
    <message>
        <source>Name one of them exactly.</source>
        <translation>请准确指明其中一个。</translation>
    </message>
    <message>
        <source>“{0}” is not on lines of its own.</source>
        <translation>“{0}”没有独占一行。</translation>
    </message>
    <message>
        <source>Their layout does not allow changing single lines.</source>
        <translation>其排版不允许更改单独的行。</translation>
    </message>
    <message>
        <source>Their “tags” property is not a list.</source>
        <translation>其“tags”属性不是列表。</translation>
    </message>
</context>
<context>
    <name>CountCard</name>
    <message>
        <source>{n} note</source>
        <translation>{n} 篇笔记</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} 篇笔记</translation>
    </message>
    <message>
        <source>all ask first</source>
        <translation>均先询问</translation>
    </message>
    <message>
        <source>{0} ask first</source>
        <translation>{0} 篇先询问</translation>
    </message>
</context>
<context>
    <name>CrashDialog</name>
    <message>
        <source>Details of the unexpected exit</source>
        <translation>意外退出的详细信息</translation>
    </message>
    <message>
        <source>Details of the error</source>
        <translation>错误的详细信息</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Show Folder</source>
        <translation>显示文件夹</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The report contains no text of your notes and no API keys. Nothing was sent. To report the problem, copy this text.</source>
        <translation>报告中不含你的笔记文本和 API 密钥。未发送任何内容。要报告此问题，请复制此文本。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>显示详细信息</translation>
    </message>
</context>
<context>
    <name>DBusNotifications</name>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>DailyNoteNavigation</name>
    <message>
        <source>Daily note of {day}</source>
        <translation>{day} 的日记</translation>
    </message>
    <message>
        <source>The template for daily notes cannot be read, so the note starts empty.</source>
        <translation>无法读取日记的模板，因此笔记从空白开始。</translation>
    </message>
    <message>
        <source>There is no daily note after {day}.</source>
        <translation>{day} 之后没有日记。</translation>
    </message>
    <message>
        <source>There is no daily note before {day}.</source>
        <translation>{day} 之前没有日记。</translation>
    </message>
</context>
<context>
    <name>Dates</name>
    <message>
        <source>1 day ago</source>
        <translation>1 天前</translation>
    </message>
    <message>
        <source>1 hour ago</source>
        <translation>1 小时前</translation>
    </message>
    <message>
        <source>1 minute ago</source>
        <translation>1 分钟前</translation>
    </message>
    <message>
        <source>MMM yyyy</source>
        <translation>yyyy年M月</translation>
    </message>
    <message>
        <source>MMMM yyyy</source>
        <translation>yyyy年M月</translation>
    </message>
    <message>
        <source>Today, {day}</source>
        <translation>今天，{day}</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>Yesterday, {day}</source>
        <translation>昨天，{day}</translation>
    </message>
    <message>
        <source>d MMM</source>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>d MMMM</source>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>d MMMM yyyy</source>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>on {day}</source>
        <translation>于 {day}</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>{n} days ago</source>
        <translation>{n} 天前</translation>
    </message>
    <message>
        <source>{n} hours ago</source>
        <translation>{n} 小时前</translation>
    </message>
    <message>
        <source>{n} min ago</source>
        <translation>{n} 分钟前</translation>
    </message>
    <message>
        <source>{n} minutes ago</source>
        <translation>{n} 分钟前</translation>
    </message>
    <message>
        <source>{weekday}, {day}</source>
        <translation>{day}，{weekday}</translation>
    </message>
    <message>
        <source>Changed: {when}</source>
        <translation>更改：{when}</translation>
    </message>
    <message>
        <source>Indexed {when}</source>
        <translation>编入索引：{when}</translation>
    </message>
</context>
<context>
    <name>DesktopSheet</name>
    <message>
        <source>Desktop</source>
        <translation>桌面</translation>
    </message>
    <message>
        <source>What VaultDesk does outside its windows.</source>
        <translation>VaultDesk 在其窗口之外所做的事。</translation>
    </message>
    <message>
        <source>This desktop shows a tray.</source>
        <translation>此桌面显示系统托盘。</translation>
    </message>
    <message>
        <source>This desktop shows no tray, so closing the last window ends VaultDesk.</source>
        <translation>此桌面不显示系统托盘，因此关闭最后一个窗口会退出 VaultDesk。</translation>
    </message>
</context>
<context>
    <name>DetailsButton</name>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
</context>
<context>
    <name>DiagnosisSheet</name>
    <message>
        <source>Tests what works on this computer and shows how to fix what does not.</source>
        <translation>测试本机上哪些功能可用，并说明如何修复不可用的功能。</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Check This Computer</source>
        <translation>检查本机</translation>
    </message>
    <message>
        <source>Ask the Providers Too</source>
        <translation>也询问提供商</translation>
    </message>
    <message>
        <source>Copy Report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Checks done</source>
        <translation>检查已完成</translation>
    </message>
    <message>
        <source>Show only what needs attention</source>
        <translation>只显示需要注意的项目</translation>
    </message>
    <message>
        <source>“{button}” asks {hosts} for the list of models. No note text is sent.</source>
        <translation>“{button}”会向 {hosts} 请求模型列表。不会发送任何笔记文本。</translation>
    </message>
    <message>
        <source>The checks are not finished yet.</source>
        <translation>检查尚未完成。</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Checking… {done} of {total}</source>
        <translation>正在检查… {done}/{total}</translation>
    </message>
    <message>
        <source>Check Again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Copied. API keys, note names, your name and your home folder are left out.</source>
        <translation>已复制，不含 API 密钥、笔记名称、你的名字和主文件夹。</translation>
    </message>
    <message>
        <source>Nothing has been checked yet.</source>
        <translation>尚未检查。</translation>
    </message>
    <message>
        <source>Nothing has been checked yet. Checking takes a few seconds.</source>
        <translation>尚未检查。检查需要几秒钟。</translation>
    </message>
    <message>
        <source>No problems found. Works: {fine}.</source>
        <translation>未发现问题。可用：{fine}。</translation>
    </message>
    <message>
        <source>Cache folder</source>
        <translation>缓存文件夹</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>数据文件夹</translation>
    </message>
    <message>
        <source>Disk with the data</source>
        <translation>数据所在磁盘</translation>
    </message>
    <message>
        <source>Disk with the vault</source>
        <translation>仓库所在磁盘</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Does not work: {failed}. Worth knowing: {known}. Works: {fine}.</source>
        <translation>不可用：{failed}。值得了解：{known}。可用：{fine}。</translation>
    </message>
    <message>
        <source>Folders and keys</source>
        <translation>文件夹和密钥</translation>
    </message>
    <message>
        <source>Full-text search</source>
        <translation>全文搜索</translation>
    </message>
    <message>
        <source>Input method</source>
        <translation>输入法</translation>
    </message>
    <message>
        <source>API keys</source>
        <translation>API 密钥</translation>
    </message>
    <message>
        <source>Quick ask shortcut</source>
        <translation>快速提问快捷键</translation>
    </message>
    <message>
        <source>Last exit</source>
        <translation>上次退出</translation>
    </message>
    <message>
        <source>Symbolic links</source>
        <translation>符号链接</translation>
    </message>
    <message>
        <source>Log folder</source>
        <translation>日志文件夹</translation>
    </message>
    <message>
        <source>Desktop notifications</source>
        <translation>桌面通知</translation>
    </message>
    <message>
        <source>Models and the web</source>
        <translation>模型和网络</translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation>本机上的模型</translation>
    </message>
    <message>
        <source>No failures. Worth knowing: {known}. Works: {fine}.</source>
        <translation>没有故障。值得了解：{known}。可用：{fine}。</translation>
    </message>
    <message>
        <source>Program files</source>
        <translation>程序文件</translation>
    </message>
    <message>
        <source>PDF pages</source>
        <translation>PDF 页面</translation>
    </message>
    <message>
        <source>Folder locations</source>
        <translation>文件夹位置</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>按含义搜索</translation>
    </message>
    <message>
        <source>Search index</source>
        <translation>搜索索引</translation>
    </message>
    <message>
        <source>Settings file</source>
        <translation>设置文件</translation>
    </message>
    <message>
        <source>Settings folder</source>
        <translation>设置文件夹</translation>
    </message>
    <message>
        <source>Settings of Obsidian</source>
        <translation>Obsidian 的设置</translation>
    </message>
    <message>
        <source>Show the Desktop Settings</source>
        <translation>显示桌面设置</translation>
    </message>
    <message>
        <source>Show the Providers</source>
        <translation>显示提供商</translation>
    </message>
    <message>
        <source>Show the Search Index</source>
        <translation>显示搜索索引</translation>
    </message>
    <message>
        <source>Show the Web Settings</source>
        <translation>显示网络搜索设置</translation>
    </message>
    <message>
        <source>Spelling</source>
        <translation>拼写</translation>
    </message>
    <message>
        <source>Sync folder</source>
        <translation>同步文件夹</translation>
    </message>
    <message>
        <source>The vault</source>
        <translation>仓库</translation>
    </message>
    <message>
        <source>This program</source>
        <translation>此程序</translation>
    </message>
    <message>
        <source>Toolsets</source>
        <translation>工具集</translation>
    </message>
    <message>
        <source>Tray</source>
        <translation>系统托盘</translation>
    </message>
    <message>
        <source>Upper and lower case</source>
        <translation>大小写</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>仓库</translation>
    </message>
    <message>
        <source>VaultDesk</source>
        <translation>VaultDesk</translation>
    </message>
    <message>
        <source>Change detection</source>
        <translation>更改检测</translation>
    </message>
    <message>
        <source>Web search</source>
        <translation>网络搜索</translation>
    </message>
    <message>
        <source>Window and desktop</source>
        <translation>窗口和桌面</translation>
    </message>
    <message>
        <source>Window toolkit (Qt)</source>
        <translation>窗口工具包 (Qt)</translation>
    </message>
    <message>
        <source>does not work</source>
        <translation>不可用</translation>
    </message>
    <message>
        <source>works</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>worth knowing</source>
        <translation>值得了解</translation>
    </message>
</context>
<context>
    <name>DiffHeadPainter</name>
    <message>
        <source>1 unchanged line</source>
        <translation>1 行未更改</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>由你编辑</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>略去</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>第 {0} 行</translation>
    </message>
    <message>
        <source>lines {0}–{1}</source>
        <translation>第 {0}–{1} 行</translation>
    </message>
    <message>
        <source>new note</source>
        <translation>新笔记</translation>
    </message>
    <message>
        <source>new note, {0}</source>
        <translation>新笔记，{0}</translation>
    </message>
    <message>
        <source>ticked</source>
        <translation>已勾选</translation>
    </message>
    <message>
        <source>will be deleted</source>
        <translation>将被删除</translation>
    </message>
    <message>
        <source>will be deleted, {0}</source>
        <translation>将被删除，{0}</translation>
    </message>
    <message>
        <source>{0} blank lines</source>
        <translation>{0} 个空行</translation>
    </message>
    <message>
        <source>{0} more lines</source>
        <translation>还有 {0} 行</translation>
    </message>
    <message>
        <source>{0} more lines, {1} of them removed</source>
        <translation>还有 {0} 行，其中 {1} 行被删除</translation>
    </message>
    <message>
        <source>{0} unchanged lines</source>
        <translation>{0} 行未更改</translation>
    </message>
</context>
<context>
    <name>DisclosureDialog</name>
    <message>
        <source>**Nothing leaves this computer.**</source>
        <translation>**没有内容离开本机。**</translation>
    </message>
    <message>
        <source>1 comment is removed from the notes before sending.</source>
        <translation>发送前会从笔记中去除 1 条注释。</translation>
    </message>
    <message>
        <source>1 earlier answer is not sent because it may repeat private text.</source>
        <translation>有 1 个早前的回答不会发送，因为其中可能重复私密文本。</translation>
    </message>
    <message>
        <source>About **{n} tokens** leave this computer for **{host}**, none of them from your notes</source>
        <translation>约 **{n} 个 token** 将离开本机，发送到 **{host}**，其中没有你笔记的内容</translation>
    </message>
    <message>
        <source>About **{n} tokens** leave this computer for **{host}**, {notes} of them from your notes</source>
        <translation>约 **{n} 个 token** 将离开本机，发送到 **{host}**，其中 {notes} 个来自你的笔记</translation>
    </message>
    <message>
        <source>Instruction to the model: “{question}”</source>
        <translation>给模型的指令：“{question}”</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Send without Notes</source>
        <translation>不带笔记发送</translation>
    </message>
    <message>
        <source>With the chat and the instructions it is about {n} tokens, {money}.</source>
        <translation>连同对话和指令，约 {n} 个 token，{money}。</translation>
    </message>
    <message>
        <source>Your question: “{question}”</source>
        <translation>你的问题：“{question}”</translation>
    </message>
    <message>
        <source>{model} at {who}</source>
        <translation>{who} 的 {model}</translation>
    </message>
    <message>
        <source>{n} comments are removed from the notes before sending.</source>
        <translation>发送前会从笔记中去除 {n} 条注释。</translation>
    </message>
    <message>
        <source>{n} earlier answers are not sent because they may repeat private text.</source>
        <translation>有 {n} 个早前的回答不会发送，因为其中可能重复私密文本。</translation>
    </message>
    <message>
        <source>What leaves this computer</source>
        <translation>离开本机的内容</translation>
    </message>
</context>
<context>
    <name>DisclosureFilters</name>
    <message>
        <source>Receiver</source>
        <translation>接收方</translation>
    </message>
    <message>
        <source>All providers</source>
        <translation>所有提供商</translation>
    </message>
    <message>
        <source>Month</source>
        <translation>月份</translation>
    </message>
    <message>
        <source>All months</source>
        <translation>所有月份</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Any decision</source>
        <translation>任何决定</translation>
    </message>
    <message>
        <source>Allowed by you</source>
        <translation>由你允许</translation>
    </message>
    <message>
        <source>Allowed by a rule</source>
        <translation>由规则允许</translation>
    </message>
    <message>
        <source>Allowed for a chat</source>
        <translation>已允许用于对话</translation>
    </message>
    <message>
        <source>Needed no approval</source>
        <translation>无需批准</translation>
    </message>
    <message>
        <source>Withheld</source>
        <translation>已拦截</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>所有类型</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Rewrites</source>
        <translation>改写</translation>
    </message>
    <message>
        <source>Titles and summaries</source>
        <translation>标题和摘要</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>按含义搜索</translation>
    </message>
    <message>
        <source>Web</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>Connections only</source>
        <translation>仅连接</translation>
    </message>
</context>
<context>
    <name>DisclosureReviewController</name>
    <message>
        <source>An answer is in progress. Wait for it or stop it.</source>
        <translation>正在生成回答。请等待，或停止它。</translation>
    </message>
    <message>
        <source>Type a question to send it.</source>
        <translation>键入问题即可发送。</translation>
    </message>
</context>
<context>
    <name>DisclosureView</name>
    <message>
        <source>What would leave this computer</source>
        <translation>将离开本机的内容</translation>
    </message>
    <message>
        <source>What {who} would read, on this computer</source>
        <translation>{who} 将在本机读取的内容</translation>
    </message>
    <message>
        <source>Review before each send in this chat</source>
        <translation>此对话中每次发送前都查看</translation>
    </message>
    <message>
        <source>Don’t Send</source>
        <translation>不发送</translation>
    </message>
    <message>
        <source>What is sent</source>
        <translation>发送内容</translation>
    </message>
    <message>
        <source>The model rewrites this passage of your note. Your instruction goes with it.</source>
        <translation>模型将改写笔记中的这一段。你的指令会随之发送。</translation>
    </message>
    <message>
        <source>The model uses this passage of your note to define a word.</source>
        <translation>模型用笔记中的这一段来解释一个词。</translation>
    </message>
    <message>
        <source>This text of your notes goes with the chat.</source>
        <translation>以下笔记文本会随对话发送。</translation>
    </message>
    <message>
        <source>This text of your notes goes with “{question}”.</source>
        <translation>以下笔记文本会随“{question}”发送。</translation>
    </message>
    <message>
        <source>Send your question to {who}?</source>
        <translation>要将你的问题发送给 {who} 吗？</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>No text of your notes goes with it: only what is written in this chat, and how tools are used.</source>
        <translation>不附带任何笔记文本：只有此对话中所写的内容，以及工具的使用方式。</translation>
    </message>
</context>
<context>
    <name>DisclosuresPage</name>
    <message>
        <source>Search by note or question</source>
        <translation>按笔记或问题搜索</translation>
    </message>
    <message>
        <source>Note or question</source>
        <translation>笔记或问题</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Only what was sent of “{note}” is shown.</source>
        <translation>只显示“{note}”中已发送的内容。</translation>
    </message>
    <message>
        <source>What left this computer</source>
        <translation>离开本机的内容</translation>
    </message>
    <message>
        <source>Where “{note}” was sent</source>
        <translation>“{note}”发送到了哪里</translation>
    </message>
    <message>
        <source>Sent notes, by question</source>
        <translation>按问题列出已发送的笔记</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>没有匹配项</translation>
    </message>
    <message>
        <source>Nothing has left this computer</source>
        <translation>没有内容离开过本机</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Only what was sent in this chat is shown.</source>
        <translation>只显示此对话中已发送的内容。</translation>
    </message>
    <message>
        <source>Everything that is sent from this computer is recorded here first.</source>
        <translation>从本机发送的任何内容都会先记录在这里。</translation>
    </message>
    <message>
        <source>Try other words, or all months.</source>
        <translation>换些词试试，或选择所有月份。</translation>
    </message>
    <message>
        <source>Nothing has left this computer in {month}</source>
        <translation>{month} 没有内容离开本机</translation>
    </message>
    <message>
        <source>Nothing has left this computer this month.</source>
        <translation>本月没有内容离开本机。</translation>
    </message>
    <message>
        <source>Nothing of yours has left this computer this month.</source>
        <translation>本月没有你的内容离开本机。</translation>
    </message>
    <message>
        <source>No note has left this computer this month, only {tokens} of questions and instructions.</source>
        <translation>本月没有笔记离开本机，但有 {tokens} 的问题和指令离开。</translation>
    </message>
    <message>
        <source>This month: {notes} in {questions}, {tokens}.</source>
        <translation>本月：{questions}涉及 {notes}，共 {tokens}。</translation>
    </message>
    <message>
        <source>1 question</source>
        <translation>1 个问题</translation>
    </message>
    <message>
        <source>{n} questions</source>
        <translation>{n} 个问题</translation>
    </message>
    <message>
        <source>With today’s rules, {n} of them would not be sent.</source>
        <translation>按现在的规则，其中 {n} 篇不会发送。</translation>
    </message>
    <message>
        <source>No private notes.</source>
        <translation>没有私密笔记。</translation>
    </message>
    <message>
        <source>Other vaults and programs sent {tokens} more.</source>
        <translation>其他仓库和程序另外发送了 {tokens}。</translation>
    </message>
    <message>
        <source>Spreadsheet table (CSV)</source>
        <translation>电子表格（CSV）</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Export what left this computer</source>
        <translation>导出离开本机的内容</translation>
    </message>
    <message>
        <source>The file could not be written: {why}.</source>
        <translation>无法写入文件：{why}。</translation>
    </message>
    <message>
        <source>Written to {file}.</source>
        <translation>已写入 {file}。</translation>
    </message>
    <message>
        <source>1 note was withheld</source>
        <translation>拦截了 1 篇笔记</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Earlier answers and results</source>
        <translation>之前的回答和结果</translation>
    </message>
    <message>
        <source>Instructions and tools</source>
        <translation>指令和工具</translation>
    </message>
    <message>
        <source>Never send it again</source>
        <translation>不再发送</translation>
    </message>
    <message>
        <source>Open note</source>
        <translation>打开笔记</translation>
    </message>
    <message>
        <source>Rewrite of {note}</source>
        <translation>改写 {note}</translation>
    </message>
    <message>
        <source>Where this note was sent</source>
        <translation>此笔记发送到了哪里</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>你的文字</translation>
    </message>
    <message>
        <source>in 1 request</source>
        <translation>共 1 次请求</translation>
    </message>
    <message>
        <source>in {n} requests</source>
        <translation>共 {n} 次请求</translation>
    </message>
    <message>
        <source>nothing of yours</source>
        <translation>不含你的内容</translation>
    </message>
    <message>
        <source>sent before</source>
        <translation>之前已发送</translation>
    </message>
    <message>
        <source>stayed here</source>
        <translation>留在本机</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>{note} was requested, and withheld by the rule for private notes</source>
        <translation>请求过 {note}，因私密笔记规则而被拦截</translation>
    </message>
    <message>
        <source>{note} was withheld by you</source>
        <translation>{note} 被你拦截</translation>
    </message>
    <message>
        <source>{note} was withheld: it could not be reviewed</source>
        <translation>{note} 已被拦截：无法查看</translation>
    </message>
    <message>
        <source>{n} notes were withheld</source>
        <translation>拦截了 {n} 篇笔记</translation>
    </message>
    <message>
        <source>{program}: {question}</source>
        <translation>{program}：{question}</translation>
    </message>
</context>
<context>
    <name>DraftSaver</name>
    <message>
        <source>This note was changed by another program while you were editing it. Nothing was overwritten.</source>
        <translation>你编辑期间，此笔记被其他程序更改。未覆盖任何内容。</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新载入</translation>
    </message>
    <message>
        <source>Merge…</source>
        <translation>合并…</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留我的</translation>
    </message>
    <message>
        <source>This note was deleted by another program. Its text is kept here until you close it.</source>
        <translation>此笔记被其他程序删除。在你关闭之前，其文本保留在这里。</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Save again</source>
        <translation>再次保存</translation>
    </message>
    <message>
        <source>Not saved. {reason}</source>
        <translation>未保存。{reason}</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>复制文本</translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <source>With {0} it opens in a new window</source>
        <translation>按住 {0} 可在新窗口中打开</translation>
    </message>
    <message>
        <source>Drop to open this folder in a new window</source>
        <translation>拖放到此处，在新窗口中打开此文件夹</translation>
    </message>
    <message>
        <source>Drop to open this folder as a vault</source>
        <translation>拖放到此处，将此文件夹作为仓库打开</translation>
    </message>
    <message>
        <source>Drop to open this note</source>
        <translation>拖放到此处以打开此笔记</translation>
    </message>
    <message numerus="yes">
        <source>Drop to open %n files, or to add them to the vault</source>
        <translation>
            <numerusform>拖放到此处，打开 %n 个文件或将其添加到仓库</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditorController</name>
    <message>
        <source>The text to insert has a line that is too long for this editor, so it was not inserted.</source>
        <translation>要插入的文本中有一行对此编辑器来说太长，因此未插入。</translation>
    </message>
</context>
<context>
    <name>EditorMenu</name>
    <message>
        <source>Bold</source>
        <translation>粗体</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Follow the link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>Italic</source>
        <translation>斜体</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>未选择任何内容。</translation>
    </message>
    <message>
        <source>The clipboard is empty.</source>
        <translation>剪贴板为空。</translation>
    </message>
    <message>
        <source>There is nothing to redo.</source>
        <translation>没有可重做的内容。</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Paste as plain text</source>
        <translation>粘贴为纯文本</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Toggle task</source>
        <translation>切换任务状态</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>没有可撤销的内容。</translation>
    </message>
    <message>
        <source>This note is read-only here.</source>
        <translation>此笔记在这里为只读。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>ElicitationCard</name>
    <message>
        <source>The assistant asks</source>
        <translation>助手提问</translation>
    </message>
    <message>
        <source>Your own words</source>
        <translation>你自己的话</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>Or in your own words…</source>
        <translation>或用你自己的话…</translation>
    </message>
    <message>
        <source>Your answer…</source>
        <translation>你的回答…</translation>
    </message>
</context>
<context>
    <name>EmbeddingCard</name>
    <message>
        <source>Passages indexed</source>
        <translation>已编入索引的段落</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>按含义搜索</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
</context>
<context>
    <name>EmbeddingStatus</name>
    <message>
        <source>1 passage can be found by meaning.</source>
        <translation>可按含义找到 1 个段落。</translation>
    </message>
    <message>
        <source>By links and tags only. {why}</source>
        <translation>仅按链接和标签。{why}</translation>
    </message>
    <message>
        <source>Indexing for search by meaning starts once all notes are indexed.</source>
        <translation>所有笔记编入索引后，开始为按含义搜索编制索引。</translation>
    </message>
    <message>
        <source>Indexing for search by meaning: {done} of {total} passages</source>
        <translation>正在为按含义搜索编制索引：{done} / {total} 个段落</translation>
    </message>
    <message>
        <source>Related by meaning: {done} of {total} passages indexed</source>
        <translation>含义相关：已将 {done} / {total} 个段落编入索引</translation>
    </message>
    <message>
        <source>Search by meaning failed.</source>
        <translation>按含义搜索失败。</translation>
    </message>
    <message>
        <source>Search by meaning is not installed.</source>
        <translation>未安装按含义搜索。</translation>
    </message>
    <message>
        <source>Search by meaning is turned off in Settings.</source>
        <translation>按含义搜索已在设置中关闭。</translation>
    </message>
    <message>
        <source>{done} of {total} passages are indexed.</source>
        <translation>已将 {done} / {total} 个段落编入索引。</translation>
    </message>
    <message>
        <source>Until then, {model} is used.</source>
        <translation>在此之前使用 {model}。</translation>
    </message>
    <message>
        <source>{n} passages can be found by meaning.</source>
        <translation>可按含义找到 {n} 个段落。</translation>
    </message>
</context>
<context>
    <name>EmbeddingStatusItem</name>
    <message>
        <source>Click to resume.</source>
        <translation>点击以继续。</translation>
    </message>
    <message>
        <source>Click to pause.</source>
        <translation>点击以暂停。</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>Indexing for search by meaning · {share}</source>
        <translation>正在为按含义搜索编制索引 · {share}</translation>
    </message>
    <message>
        <source>Indexing for search by meaning is paused · {share}</source>
        <translation>为按含义搜索编制索引已暂停 · {share}</translation>
    </message>
    <message>
        <source>Search by meaning failed</source>
        <translation>按含义搜索失败</translation>
    </message>
</context>
<context>
    <name>Embeds</name>
    <message>
        <source>The note has no such heading or block.</source>
        <translation>该笔记没有这样的标题或块。</translation>
    </message>
    <message>
        <source>Open the note to read more</source>
        <translation>打开笔记继续阅读</translation>
    </message>
    <message>
        <source>page {number}</source>
        <translation>第 {number} 页</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>声音</translation>
    </message>
    <message>
        <source>Video</source>
        <translation>视频</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Canvas</source>
        <translation>白板</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>数据库</translation>
    </message>
    <message>
        <source>{ending} file</source>
        <translation>{ending} 文件</translation>
    </message>
</context>
<context>
    <name>ExcerptList</name>
    <message>
        <source>withheld by you before</source>
        <translation>之前被你拦截</translation>
    </message>
    <message>
        <source>private: {why}</source>
        <translation>私密：{why}</translation>
    </message>
    <message>
        <source>sent there before</source>
        <translation>之前已发送到那里</translation>
    </message>
</context>
<context>
    <name>ExcerptText</name>
    <message>
        <source>Send all of it</source>
        <translation>全部发送</translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation>返回列表</translation>
    </message>
    <message>
        <source>The text to send from this passage; you can shorten it</source>
        <translation>此段落中要发送的文本；你可以缩短它</translation>
    </message>
    <message>
        <source>This passage is too long to be edited here. Leave it out instead.</source>
        <translation>此段落太长，无法在此编辑。请改为略去。</translation>
    </message>
</context>
<context>
    <name>ExchangeView</name>
    <message>
        <source>Asking…</source>
        <translation>正在询问…</translation>
    </message>
    <message>
        <source>Reading the notes: {0} %</source>
        <translation>正在读取笔记：{0} %</translation>
    </message>
    <message>
        <source>The answer failed.</source>
        <translation>回答失败。</translation>
    </message>
    <message>
        <source>Stopped. The answer so far is kept.</source>
        <translation>已停止。目前的回答已保留。</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>This answer was cut off.</source>
        <translation>此回答被截断。</translation>
    </message>
    <message>
        <source>This question has no answer.</source>
        <translation>此问题没有回答。</translation>
    </message>
    <message>
        <source>Ask Again</source>
        <translation>重新提问</translation>
    </message>
    <message>
        <source>The answer is complete.</source>
        <translation>回答已完成。</translation>
    </message>
    <message>
        <source>Not from your notes.</source>
        <translation>并非来自你的笔记。</translation>
    </message>
    <message>
        <source>Show quotes from my notes</source>
        <translation>引用我笔记中的内容</translation>
    </message>
    <message>
        <source>Quotes from your notes</source>
        <translation>来自你笔记的引文</translation>
    </message>
    <message>
        <source>The answer was cut off at the length limit of the model. Ask the model to continue.</source>
        <translation>回答达到模型的长度上限而被截断。可让模型继续。</translation>
    </message>
    <message>
        <source>The model only repeated itself, so the answer was stopped.</source>
        <translation>模型只在不断重复，因此已停止回答。</translation>
    </message>
    <message>
        <source>The model declined to answer. The question is not sent to it again.</source>
        <translation>模型拒绝回答。此问题不会再发送给它。</translation>
    </message>
    <message>
        <source>The model gave no answer in two attempts. Rephrase the question, or choose another model.</source>
        <translation>模型两次尝试均未给出回答。请换种说法提问，或选择其他模型。</translation>
    </message>
    <message>
        <source>A content filter of the provider ended this answer.</source>
        <translation>提供商的内容过滤器结束了此回答。</translation>
    </message>
    <message>
        <source>Ended early: {0}</source>
        <translation>提前结束：{0}</translation>
    </message>
</context>
<context>
    <name>ExpandButton</name>
    <message>
        <source>Smaller box</source>
        <translation>缩小输入框</translation>
    </message>
    <message>
        <source>Larger box</source>
        <translation>放大输入框</translation>
    </message>
</context>
<context>
    <name>ExternalPrograms</name>
    <message>
        <source>No program on this computer can open such links.</source>
        <translation>本机没有程序能打开此类链接。</translation>
    </message>
    <message>
        <source>No program on this computer can open “{name}”.</source>
        <translation>本机没有程序能打开“{name}”。</translation>
    </message>
    <message>
        <source>The link cannot be opened.</source>
        <translation>无法打开此链接。</translation>
    </message>
    <message>
        <source>No file manager is available to show it.</source>
        <translation>没有可用于显示它的文件管理器。</translation>
    </message>
    <message>
        <source>“{name}” is a program. VaultDesk does not run programs.</source>
        <translation>“{name}”是程序。VaultDesk 不会运行程序。</translation>
    </message>
    <message>
        <source>“{name}” no longer exists.</source>
        <translation>“{name}”已不存在。</translation>
    </message>
    <message>
        <source>Obsidian is not installed on this computer, or does not open links.</source>
        <translation>本机未安装 Obsidian，或它不能打开链接。</translation>
    </message>
</context>
<context>
    <name>FailureBanner</name>
    <message>
        <source>Your question is kept.</source>
        <translation>你的问题已保留。</translation>
    </message>
    <message>
        <source>Try Again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Ask {0} instead</source>
        <translation>改为询问 {0}</translation>
    </message>
</context>
<context>
    <name>FieldCompletion</name>
    <message>
        <source>Suggestions</source>
        <translation>建议</translation>
    </message>
</context>
<context>
    <name>FileActions</name>
    <message>
        <source>“{name}” no longer exists.</source>
        <translation>“{name}”已不存在。</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>Renamed “{old}” to “{new}”</source>
        <translation>已将“{old}”重命名为“{new}”</translation>
    </message>
    <message>
        <source>Find a folder</source>
        <translation>查找文件夹</translation>
    </message>
    <message>
        <source>Move to a folder</source>
        <translation>移动到文件夹</translation>
    </message>
    <message>
        <source>Moves {count} files to the vault root.</source>
        <translation>将 {count} 个文件移到仓库根目录。</translation>
    </message>
    <message>
        <source>Moves {count} files to “{folder}”.</source>
        <translation>将 {count} 个文件移动到“{folder}”。</translation>
    </message>
    <message>
        <source>Moves “{name}” to the vault root.</source>
        <translation>将“{name}”移到仓库根目录。</translation>
    </message>
    <message>
        <source>Moves “{name}” to “{folder}”.</source>
        <translation>将“{name}”移动到“{folder}”。</translation>
    </message>
    <message>
        <source>New folder “{folder}”</source>
        <translation>新建文件夹“{folder}”</translation>
    </message>
    <message>
        <source>Vault root</source>
        <translation>仓库根目录</translation>
    </message>
    <message>
        <source>Open a note or select one in the file list first.</source>
        <translation>请先打开笔记，或在文件列表中选择一篇。</translation>
    </message>
</context>
<context>
    <name>FileChecklist</name>
    <message>
        <source>stays here</source>
        <translation>留在本机</translation>
    </message>
    <message>
        <source>All results</source>
        <translation>全部结果</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>所有笔记</translation>
    </message>
    <message>
        <source>What the model may read; Space ticks</source>
        <translation>模型可以读取的内容；按空格键勾选</translation>
    </message>
    <message>
        <source>Notes to share; Space ticks</source>
        <translation>要提供的笔记；按空格键勾选</translation>
    </message>
    <message>
        <source>only a part</source>
        <translation>仅一部分</translation>
    </message>
    <message numerus="yes">
        <source>{0} of %n results</source>
        <translation>
            <numerusform>{0} / %n 条结果</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} of %n notes</source>
        <translation>
            <numerusform>{0} / %n 篇笔记</numerusform>
        </translation>
    </message>
    <message>
        <source>no such note</source>
        <translation>没有这样的笔记</translation>
    </message>
    <message>
        <source>check carefully</source>
        <translation>请仔细检查</translation>
    </message>
</context>
<context>
    <name>FileManager</name>
    <message>
        <source>Nothing was changed: an open note has text that could not be saved.</source>
        <translation>未作更改：有一篇打开的笔记含有无法保存的文本。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Moved “{name}”</source>
        <translation>已移动“{name}”</translation>
    </message>
    <message>
        <source>Moved {count} files</source>
        <translation>已移动 {count} 个文件</translation>
    </message>
    <message>
        <source>Deleted “{name}”</source>
        <translation>已删除“{name}”</translation>
    </message>
    <message>
        <source>Deleted {count} files</source>
        <translation>已删除 {count} 个文件</translation>
    </message>
    <message>
        <source>Created the folder “{name}”.</source>
        <translation>已创建文件夹“{name}”。</translation>
    </message>
    <message>
        <source>Copied “{name}”</source>
        <translation>已复制“{name}”</translation>
    </message>
    <message>
        <source>Created the copy “{name}”.</source>
        <translation>已创建副本“{name}”。</translation>
    </message>
    <message>
        <source>1 link could not be updated.</source>
        <translation>有 1 个链接无法更新。</translation>
    </message>
    <message>
        <source>1 link was updated.</source>
        <translation>已更新 1 个链接。</translation>
    </message>
    <message>
        <source>A name cannot contain a slash. To put the file into a folder, move it.</source>
        <translation>名称中不能有斜杠。要将文件放入文件夹，请移动它。</translation>
    </message>
    <message>
        <source>Deleted {what}: {removal}.</source>
        <translation>已删除 {what}：{removal}。</translation>
    </message>
    <message>
        <source>Enter a name.</source>
        <translation>请填写名称。</translation>
    </message>
    <message>
        <source>Copied {what} to {where}.</source>
        <translation>已将{what}复制到{where}。</translation>
    </message>
    <message>
        <source>It is not private there.</source>
        <translation>在那里它不是私密的。</translation>
    </message>
    <message>
        <source>Moved {what} to the trash.</source>
        <translation>已将{what}移到回收站。</translation>
    </message>
    <message>
        <source>Moved {what} to {where}.</source>
        <translation>已将{what}移动到{where}。</translation>
    </message>
    <message>
        <source>Renamed “{old}” to “{new}”.</source>
        <translation>已将“{old}”重命名为“{new}”。</translation>
    </message>
    <message>
        <source>The folder was not deleted because it contains hidden files.</source>
        <translation>未删除该文件夹，因为其中有隐藏文件。</translation>
    </message>
    <message>
        <source>“{name}” already exists here.</source>
        <translation>这里已有“{name}”。</translation>
    </message>
    <message>
        <source>Working on {count} files…</source>
        <translation>正在处理 {count} 个文件…</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>仓库根目录</translation>
    </message>
    <message>
        <source>{count} files</source>
        <translation>{count} 个文件</translation>
    </message>
    <message>
        <source>{count} links could not be updated.</source>
        <translation>有 {count} 个链接无法更新。</translation>
    </message>
    <message>
        <source>{count} links were updated.</source>
        <translation>已更新 {count} 个链接。</translation>
    </message>
    <message>
        <source>{count} of them are not private there.</source>
        <translation>其中 {count} 个在那里不是私密的。</translation>
    </message>
    <message>
        <source>“{folder}”</source>
        <translation>“{folder}”</translation>
    </message>
    <message>
        <source>“{name}”</source>
        <translation>“{name}”</translation>
    </message>
    <message>
        <source>“{name}” is not a valid name: {why}.</source>
        <translation>“{name}”不是有效的名称：{why}。</translation>
    </message>
    <message>
        <source>“{name}” with {count} files</source>
        <translation>“{name}”及 {count} 个文件</translation>
    </message>
    <message>
        <source>Copied {count} files into the vault</source>
        <translation>已将 {count} 个文件复制到仓库</translation>
    </message>
    <message>
        <source>Nothing was copied: hidden files, links and unusual names are skipped.</source>
        <translation>未复制任何内容：会跳过隐藏文件、链接和不寻常的名称。</translation>
    </message>
    <message>
        <source>Undo does not remove files over 10 MB.</source>
        <translation>撤销时不会移除超过 10 MB 的文件。</translation>
    </message>
    <message>
        <source>{count} were skipped.</source>
        <translation>跳过了 {count} 个。</translation>
    </message>
</context>
<context>
    <name>FileMenu</name>
    <message>
        <source>Add to bookmarks</source>
        <translation>添加到书签</translation>
    </message>
    <message>
        <source>Copy VaultDesk link</source>
        <translation>复制 VaultDesk 链接</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Copy links</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Copy paths</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Graph of this note</source>
        <translation>此笔记的关系图谱</translation>
    </message>
    <message>
        <source>Make a copy</source>
        <translation>创建副本</translation>
    </message>
    <message>
        <source>Move to another folder…</source>
        <translation>移动到其他文件夹…</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>New folder here</source>
        <translation>在此新建文件夹</translation>
    </message>
    <message>
        <source>New note here</source>
        <translation>在此新建笔记</translation>
    </message>
    <message>
        <source>Open in Obsidian</source>
        <translation>在 Obsidian 中打开</translation>
    </message>
    <message>
        <source>Open in another program</source>
        <translation>用其他程序打开</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>在新标签页中打开</translation>
    </message>
    <message>
        <source>Open to the side</source>
        <translation>在侧边打开</translation>
    </message>
    <message>
        <source>Remove from bookmarks</source>
        <translation>从书签中移除</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation>在文件管理器中显示</translation>
    </message>
    <message>
        <source>Where this note was sent</source>
        <translation>此笔记发送到了哪里</translation>
    </message>
    <message>
        <source>{count} selected</source>
        <translation>已选择 {count} 个</translation>
    </message>
</context>
<context>
    <name>FilePage</name>
    <message>
        <source>Open in another program</source>
        <translation>用其他程序打开</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>FilePreview</name>
    <message>
        <source>What the model would read</source>
        <translation>模型将读取的内容</translation>
    </message>
    <message>
        <source>Only a part…</source>
        <translation>仅选一部分…</translation>
    </message>
    <message>
        <source>Whole note</source>
        <translation>整篇笔记</translation>
    </message>
    <message>
        <source>as the model would read it</source>
        <translation>模型会读到的样子</translation>
    </message>
    <message>
        <source>only the beginning is shown</source>
        <translation>只显示开头部分</translation>
    </message>
    <message numerus="yes">
        <source>{0} of %n lines</source>
        <translation>
            <numerusform>{0} / %n 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileTree</name>
    <message>
        <source>Notes</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Drop to open this folder in a new window</source>
        <translation>拖放到此处，在新窗口中打开此文件夹</translation>
    </message>
</context>
<context>
    <name>FilesPage</name>
    <message>
        <source>Excluded</source>
        <translation>已排除</translation>
    </message>
    <message>
        <source>Excluded: {count}</source>
        <translation>已排除：{count}</translation>
    </message>
    <message>
        <source>These files and folders are not shown, searched or changed:</source>
        <translation>这些文件和文件夹不会显示、搜索或更改：</translation>
    </message>
    <message>
        <source>More: {count}</source>
        <translation>还有 {count} 个</translation>
    </message>
    <message>
        <source>No notes yet</source>
        <translation>还没有笔记</translation>
    </message>
    <message>
        <source>This folder contains no Markdown files.</source>
        <translation>此文件夹中没有 Markdown 文件。</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>新建笔记</translation>
    </message>
</context>
<context>
    <name>FilesToolbar</name>
    <message>
        <source>New note</source>
        <translation>新建笔记</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>Sort order of notes</source>
        <translation>笔记的排序方式</translation>
    </message>
    <message>
        <source>Collapse all folders</source>
        <translation>折叠所有文件夹</translation>
    </message>
    <message>
        <source>New note ({keys})</source>
        <translation>新建笔记 ({keys})</translation>
    </message>
    <message>
        <source>Name, A to Z</source>
        <translation>名称，A 到 Z</translation>
    </message>
    <message>
        <source>Name, Z to A</source>
        <translation>名称，Z 到 A</translation>
    </message>
    <message>
        <source>Changed, newest first</source>
        <translation>更改时间，最新优先</translation>
    </message>
    <message>
        <source>Changed, oldest first</source>
        <translation>更改时间，最旧优先</translation>
    </message>
    <message>
        <source>Created, newest first</source>
        <translation>创建时间，最新优先</translation>
    </message>
    <message>
        <source>Created, oldest first</source>
        <translation>创建时间，最旧优先</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配项</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配项</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>未找到</translation>
    </message>
</context>
<context>
    <name>FirstUse</name>
    <message>
        <source>**Nothing leaves this computer.**</source>
        <translation>**没有内容离开本机。**</translation>
    </message>
    <message>
        <source>Always here</source>
        <translation>在此始终允许</translation>
    </message>
    <message>
        <source>Changes to notes still need your approval each time.</source>
        <translation>更改笔记时，每次仍需要你批准。</translation>
    </message>
    <message>
        <source>In {vault}, with {who}. Each answer lists what it sent.</source>
        <translation>在 {vault} 中，使用 {who}。每个回答都会列出发送了什么。</translation>
    </message>
    <message>
        <source>In {vault}. Each answer lists what it read.</source>
        <translation>在 {vault} 中。每个回答都会列出读取了什么。</translation>
    </message>
    <message>
        <source>It answers without your notes.</source>
        <translation>它不使用你的笔记来回答。</translation>
    </message>
    <message>
        <source>It searches all {n} notes on this computer.</source>
        <translation>它会在本机搜索全部 {n} 篇笔记。</translation>
    </message>
    <message>
        <source>It searches your 1 note on this computer.</source>
        <translation>它会在本机搜索你的 1 篇笔记。</translation>
    </message>
    <message>
        <source>No</source>
        <translation>不允许</translation>
    </message>
    <message>
        <source>Matching passages are sent to **{who}**, {host}.</source>
        <translation>匹配的段落会发送给 **{who}**（{host}）。</translation>
    </message>
    <message>
        <source>Matching passages are sent to **{who}**.</source>
        <translation>匹配的段落会发送给 **{who}**。</translation>
    </message>
    <message>
        <source>This time</source>
        <translation>仅此一次</translation>
    </message>
    <message>
        <source>To answer the question above.</source>
        <translation>用于回答上面的问题。</translation>
    </message>
    <message>
        <source>To answer “{question}”</source>
        <translation>用于回答“{question}”</translation>
    </message>
    <message>
        <source>You have marked no note as private.</source>
        <translation>你没有将任何笔记设为私密。</translation>
    </message>
    <message>
        <source>You tick the passages before they are read.</source>
        <translation>读取前由你勾选段落。</translation>
    </message>
    <message>
        <source>You tick the passages before they are sent.</source>
        <translation>段落发送前由你勾选。</translation>
    </message>
    <message>
        <source>Your 1 private note is not read.</source>
        <translation>你的 1 篇私密笔记不会被读取。</translation>
    </message>
    <message>
        <source>Your 1 private note is never sent.</source>
        <translation>你的 1 篇私密笔记绝不会发送。</translation>
    </message>
    <message>
        <source>Your {n} private notes are not read.</source>
        <translation>你的 {n} 篇私密笔记不会被读取。</translation>
    </message>
    <message>
        <source>Your {n} private notes are never sent.</source>
        <translation>你的 {n} 篇私密笔记绝不会发送。</translation>
    </message>
    <message>
        <source>“Always here” applies to {vault} and {who}. Each answer lists what it sent. You can revoke this in Permissions.</source>
        <translation>“在此始终允许”对 {vault} 和 {who} 有效。每个回答都会列出发送了什么。你可以在“权限”中撤销。</translation>
    </message>
    <message>
        <source>“Always here” applies to {vault}. Each answer lists what it read. You can revoke this in Permissions.</source>
        <translation>“在此始终允许”对 {vault} 有效。每个回答都会列出读取了什么。你可以在“权限”中撤销。</translation>
    </message>
</context>
<context>
    <name>FirstUseView</name>
    <message>
        <source>Let the assistant search and read your notes?</source>
        <translation>允许助手搜索和读取你的笔记吗？</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
</context>
<context>
    <name>FoldedText</name>
    <message>
        <source>Blank lines are collapsed. Click the marker or press Space to show them.</source>
        <translation>空行已折叠。点击标记或按空格键即可显示。</translation>
    </message>
    <message>
        <source>⋯ 1 blank line</source>
        <translation>⋯ 1 个空行</translation>
    </message>
    <message>
        <source>⋯ 1 blank ⋯</source>
        <translation>⋯ 1 个空格 ⋯</translation>
    </message>
    <message>
        <source>⋯ {n} blank lines</source>
        <translation>⋯ {n} 个空行</translation>
    </message>
    <message>
        <source>⋯ {n} blanks ⋯</source>
        <translation>⋯ {n} 个空格 ⋯</translation>
    </message>
</context>
<context>
    <name>FolderBreadcrumbs</name>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
</context>
<context>
    <name>FolderChips</name>
    <message>
        <source>Add Folder…</source>
        <translation>添加文件夹…</translation>
    </message>
</context>
<context>
    <name>FolderField</name>
    <message>
        <source>the whole vault</source>
        <translation>整个仓库</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>This is not a folder in the vault.</source>
        <translation>这不是仓库中的文件夹。</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Find a folder</source>
        <translation>查找文件夹</translation>
    </message>
</context>
<context>
    <name>FormDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>FormSwitch</name>
    <message>
        <source>Previous version of the question</source>
        <translation>此问题的上一个版本</translation>
    </message>
    <message>
        <source>Next version of the question</source>
        <translation>此问题的下一个版本</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>Version {0} of {1} of this question</source>
        <translation>此问题的第 {0} 个版本，共 {1} 个</translation>
    </message>
</context>
<context>
    <name>Formatting</name>
    <message>
        <source>under {0}</source>
        <translation>不到 {0}</translation>
    </message>
    <message>
        <source>${0}</source>
        <translation>${0}</translation>
    </message>
    <message>
        <source>1 note could not be read</source>
        <translation>有 1 篇笔记无法读取</translation>
    </message>
    <message>
        <source>Scanning notes…</source>
        <translation>正在扫描笔记…</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Reading notes: {done} of {total}</source>
        <translation>正在读取笔记：{done} / {total}</translation>
    </message>
    <message>
        <source>The search index is paused</source>
        <translation>搜索索引已暂停</translation>
    </message>
    <message>
        <source>indexed at {time}</source>
        <translation>于 {time} 编入索引</translation>
    </message>
    <message>
        <source>indexed just now</source>
        <translation>刚刚编入索引</translation>
    </message>
    <message>
        <source>{n} byte</source>
        <translation>{n} 字节</translation>
    </message>
    <message>
        <source>{n} bytes</source>
        <translation>{n} 字节</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} 篇笔记</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} 篇笔记</translation>
    </message>
    <message>
        <source>{n} notes could not be read</source>
        <translation>有 {n} 篇笔记无法读取</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
</context>
<context>
    <name>FoundNotesList</name>
    <message>
        <source>Notes found</source>
        <translation>找到的笔记</translation>
    </message>
    <message>
        <source>Private: {0}</source>
        <translation>私密：{0}</translation>
    </message>
</context>
<context>
    <name>FoundServerBanners</name>
    <message>
        <source>Add {0}</source>
        <translation>添加 {0}</translation>
    </message>
</context>
<context>
    <name>GeneralSheet</name>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>How chats work and where they are stored.</source>
        <translation>对话如何运作，以及保存在哪里。</translation>
    </message>
    <message>
        <source>The first question</source>
        <translation>第一个问题</translation>
    </message>
    <message>
        <source>A title by the model</source>
        <translation>由模型拟定的标题</translation>
    </message>
</context>
<context>
    <name>GlobalGraphPage</name>
    <message>
        <source>Graph of all notes</source>
        <translation>所有笔记的关系图谱</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>所有笔记</translation>
    </message>
    <message>
        <source>Matching notes only</source>
        <translation>仅限匹配的笔记</translation>
    </message>
    <message>
        <source>Filter by a search</source>
        <translation>按搜索筛选</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>No matching notes</source>
        <translation>没有匹配的笔记</translation>
    </message>
    <message>
        <source>There are no notes yet</source>
        <translation>还没有笔记</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} 篇笔记</translation>
    </message>
    <message>
        <source>Search for something else.</source>
        <translation>换别的内容搜索。</translation>
    </message>
    <message>
        <source>Notes are shown as points and links as lines.</source>
        <translation>笔记显示为点，链接显示为线。</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} 篇笔记</translation>
    </message>
    <message>
        <source>{n} links</source>
        <translation>{n} 个链接</translation>
    </message>
    <message>
        <source>{n} link</source>
        <translation>{n} 个链接</translation>
    </message>
    <message>
        <source>{notes}, {links}</source>
        <translation>{notes}，{links}</translation>
    </message>
    <message>
        <source>Without daily notes</source>
        <translation>不含日记</translation>
    </message>
    <message>
        <source>Linked notes</source>
        <translation>有链接的笔记</translation>
    </message>
    <message>
        <source>Linked, without daily notes</source>
        <translation>有链接，不含日记</translation>
    </message>
    <message>
        <source>Daily notes</source>
        <translation>日记</translation>
    </message>
    <message>
        <source>Notes without links</source>
        <translation>没有链接的笔记</translation>
    </message>
</context>
<context>
    <name>GrantDialog</name>
    <message>
        <source>Let this agent work?</source>
        <translation>允许此智能体工作吗？</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>Its instructions</source>
        <translation>它的指令</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>更改之处</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Let “{0}” work in this vault?</source>
        <translation>允许“{0}”在此仓库中工作吗？</translation>
    </message>
    <message>
        <source>What its note tells the model, word for word. These instructions cannot grant it any permission.</source>
        <translation>它的笔记向模型所说内容的原文。这些指令不能给予它任何权限。</translation>
    </message>
    <message>
        <source>The differences from the version you allowed, word for word.</source>
        <translation>与你允许的版本的差异，均为原文。</translation>
    </message>
    <message>
        <source>changed since you allowed it on {0}</source>
        <translation>自你于 {0} 允许后有更改</translation>
    </message>
    <message>
        <source>the earlier text is not available</source>
        <translation>早前的文本不可用</translation>
    </message>
    <message>
        <source>The note changed while this dialog was open. This is its current text.</source>
        <translation>此对话框打开期间笔记有更改。这是它的当前文本。</translation>
    </message>
</context>
<context>
    <name>GraphPage</name>
    <message>
        <source>Show as a list</source>
        <translation>显示为列表</translation>
    </message>
    <message>
        <source>Full view</source>
        <translation>完整视图</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>and {n} more</source>
        <translation>还有 {n} 个</translation>
    </message>
    <message>
        <source>{counts}, and {n} more</source>
        <translation>{counts}，还有 {n} 个</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 步</translation>
    </message>
    <message>
        <source>{n} steps</source>
        <translation>{n} 步</translation>
    </message>
</context>
<context>
    <name>GraphTabs</name>
    <message>
        <source>Graph</source>
        <translation>关系图谱</translation>
    </message>
    <message>
        <source>Graph of all notes</source>
        <translation>所有笔记的关系图谱</translation>
    </message>
    <message>
        <source>Open a note to see its graph.</source>
        <translation>打开笔记即可查看其关系图谱。</translation>
    </message>
</context>
<context>
    <name>GraphView</name>
    <message>
        <source>{name}, not linked</source>
        <translation>{name}，没有链接</translation>
    </message>
    <message>
        <source>{name}, linked with {names}</source>
        <translation>{name}，与 {names} 有链接</translation>
    </message>
    <message>
        <source>{name}, linked with {n} notes, among them {names}</source>
        <translation>{name}，与 {n} 篇笔记有链接，其中有 {names}</translation>
    </message>
</context>
<context>
    <name>GroupForm</name>
    <message>
        <source>The name of a note must end in .md.</source>
        <translation>笔记的名称必须以 .md 结尾。</translation>
    </message>
    <message>
        <source>Enter a folder in the vault.</source>
        <translation>请填写仓库中的文件夹。</translation>
    </message>
    <message>
        <source>Enter a note in the vault.</source>
        <translation>请填写仓库中的笔记。</translation>
    </message>
    <message>
        <source>This is not a folder in the vault.</source>
        <translation>这不是仓库中的文件夹。</translation>
    </message>
    <message>
        <source>This is not a note in the vault.</source>
        <translation>这不是仓库中的笔记。</translation>
    </message>
</context>
<context>
    <name>HunkEditor</name>
    <message>
        <source>New lines; Ctrl+Enter accepts them, Esc cancels</source>
        <translation>新的行；Ctrl+Enter 接受，Esc 取消</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>These lines replace the suggested ones.</source>
        <translation>这些行会替换建议的行。</translation>
    </message>
</context>
<context>
    <name>ImagePage</name>
    <message>
        <source>{width} × {height} · {size}</source>
        <translation>{width} × {height} · {size}</translation>
    </message>
    <message>
        <source>{n} %</source>
        <translation>{n} %</translation>
    </message>
</context>
<context>
    <name>ImageViewPage</name>
    <message>
        <source>Smaller</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适合窗口</translation>
    </message>
</context>
<context>
    <name>ImportCommand</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Progress of the import</source>
        <translation>导入进度</translation>
    </message>
    <message>
        <source>Choose a Folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>The note being written is finished first.</source>
        <translation>正在写入的笔记会先完成。</translation>
    </message>
    <message>
        <source>Reading {0}…</source>
        <translation>正在读取 {0}…</translation>
    </message>
    <message>
        <source>{n} could not be read.</source>
        <translation>有 {n} 个无法读取。</translation>
    </message>
    <message>
        <source>{n} could not be imported.</source>
        <translation>有 {n} 个无法导入。</translation>
    </message>
    <message>
        <source>{n} chats found so far…</source>
        <translation>目前找到 {n} 个对话…</translation>
    </message>
    <message>
        <source>{done} of {total} written</source>
        <translation>已写入 {done} / {total}</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Choose a File…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Importing chats</source>
        <translation>正在导入对话</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>导入对话</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>仓库根目录</translation>
    </message>
    <message>
        <source>Import chats from other programs. The files you choose are only read.</source>
        <translation>从其他程序导入对话。只会读取你选择的文件。</translation>
    </message>
    <message>
        <source>Each chat becomes a note in “{0}”. Nothing is written yet.</source>
        <translation>每个对话成为“{0}”中的一篇笔记。目前尚未写入任何内容。</translation>
    </message>
    <message>
        <source>Notes are written to “{0}”.</source>
        <translation>笔记写入“{0}”。</translation>
    </message>
    <message>
        <source>Import 1 Chat</source>
        <translation>导入 1 个对话</translation>
    </message>
    <message>
        <source>Import {n} Chats</source>
        <translation>导入 {n} 个对话</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>No chat is ticked.</source>
        <translation>未勾选任何对话。</translation>
    </message>
    <message>
        <source>And {n} more.</source>
        <translation>还有 {n} 个。</translation>
    </message>
    <message>
        <source>1 chat was imported.</source>
        <translation>已导入 1 个对话。</translation>
    </message>
    <message>
        <source>The others were not.</source>
        <translation>其余的未导入。</translation>
    </message>
    <message>
        <source>{n} chats were imported.</source>
        <translation>已导入 {n} 个对话。</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Choose a Folder of Chats</source>
        <translation>选择对话文件夹</translation>
    </message>
    <message>
        <source>Choose an Export</source>
        <translation>选择导出文件</translation>
    </message>
    <message>
        <source>Exports and notes (*.zip *.json *.md)</source>
        <translation>导出文件和笔记 (*.zip *.json *.md)</translation>
    </message>
</context>
<context>
    <name>IndexPage</name>
    <message>
        <source>What VaultDesk stores about this vault to search it. It can be rebuilt at any time without changing your notes.</source>
        <translation>VaultDesk 为搜索此仓库而保存的内容。可随时重建，不会更改你的笔记。</translation>
    </message>
    <message>
        <source>Search index</source>
        <translation>搜索索引</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Excluded</source>
        <translation>已排除</translation>
    </message>
    <message>
        <source>Size on disk</source>
        <translation>占用磁盘空间</translation>
    </message>
    <message>
        <source>Last indexed</source>
        <translation>上次编入索引</translation>
    </message>
    <message>
        <source>Detects changes</source>
        <translation>检测更改</translation>
    </message>
    <message>
        <source>Compare with the Folder</source>
        <translation>与文件夹比较</translation>
    </message>
    <message>
        <source>Rebuild</source>
        <translation>重建</translation>
    </message>
    <message>
        <source>By meaning</source>
        <translation>按含义</translation>
    </message>
    <message>
        <source>Yes, within a tenth of a second</source>
        <translation>是，在十分之一秒内</translation>
    </message>
    <message>
        <source>Not yet</source>
        <translation>尚未</translation>
    </message>
    <message>
        <source>{notes}, {unread} still to index</source>
        <translation>{notes}，{unread} 待编入索引</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>还有 {0} 个</translation>
    </message>
</context>
<context>
    <name>IndexPageCommand</name>
    <message>
        <source>Search index</source>
        <translation>搜索索引</translation>
    </message>
</context>
<context>
    <name>InstructionBanner</name>
    <message>
        <source>Read…</source>
        <translation>阅读…</translation>
    </message>
    <message>
        <source>The instructions for assistants ({0}) changed since you accepted them.</source>
        <translation>自你接受后，给助手的指令（{0}）有更改。</translation>
    </message>
    <message>
        <source>This vault has instructions for assistants ({0}).</source>
        <translation>此仓库有给助手的指令（{0}）。</translation>
    </message>
    <message>
        <source>The skill “{0}” changed since you accepted it.</source>
        <translation>自你接受后，技能“{0}”有更改。</translation>
    </message>
    <message>
        <source>This vault has a skill for assistants: “{0}”.</source>
        <translation>此仓库有给助手的技能：“{0}”。</translation>
    </message>
</context>
<context>
    <name>InstructionDialog</name>
    <message>
        <source>Read and accept?</source>
        <translation>阅读并接受吗？</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Not Now</source>
        <translation>暂不</translation>
    </message>
    <message>
        <source>Full text</source>
        <translation>全文</translation>
    </message>
    <message>
        <source>The note changed while this dialog was open. This is its current text.</source>
        <translation>此对话框打开期间笔记有更改。这是它的当前文本。</translation>
    </message>
    <message>
        <source>If its text changes, you are asked again.</source>
        <translation>如果其文本更改，会再次询问你。</translation>
    </message>
    <message>
        <source>Assistants receive its name and description, and may read its note when a task needs it.</source>
        <translation>助手会收到其名称和说明，并可在任务需要时读取其笔记。</translation>
    </message>
    <message>
        <source>Every assistant receives this text before your questions.</source>
        <translation>每个助手都会在你的问题之前收到此文本。</translation>
    </message>
    <message>
        <source>They cannot change permissions or private notes.</source>
        <translation>它不能更改权限或私密笔记。</translation>
    </message>
    <message>
        <source>Offer the skill “{0}” to assistants?</source>
        <translation>向助手提供技能“{0}”吗？</translation>
    </message>
    <message>
        <source>Use this vault’s instructions for assistants?</source>
        <translation>使用此仓库给助手的指令吗？</translation>
    </message>
    <message>
        <source>Work in the project “{0}”?</source>
        <translation>在项目“{0}”中工作吗？</translation>
    </message>
</context>
<context>
    <name>InstructionNotes</name>
    <message>
        <source>A project is a set of notes with its own instructions. Its chats see no other notes.</source>
        <translation>项目是一组带有自己指令的笔记。其对话看不到其他笔记。</translation>
    </message>
    <message>
        <source>A quick command is a note with a prompt. Type / in the question to insert it.</source>
        <translation>快捷命令是一篇含有提示词的笔记。在问题中键入 / 即可插入。</translation>
    </message>
    <message>
        <source>Choose a folder for commands in Settings first.</source>
        <translation>请先在“设置”中选择命令文件夹。</translation>
    </message>
    <message>
        <source>Describe here what to do with {selection}.</source>
        <translation>在这里描述要对 {selection} 做什么。</translation>
    </message>
    <message>
        <source>New project</source>
        <translation>新建项目</translation>
    </message>
    <message>
        <source>New quick command</source>
        <translation>新建快捷命令</translation>
    </message>
</context>
<context>
    <name>InstructionSheet</name>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Texts in this vault that assistants follow. Each is used only after you have read and accepted it.</source>
        <translation>此仓库中供助手遵循的文本。每份文本只有在你阅读并接受后才会使用。</translation>
    </message>
    <message>
        <source>This vault has no instructions: neither a note AGENTS.md in the vault root nor skills.</source>
        <translation>此仓库没有指令：仓库根目录中既没有笔记 AGENTS.md，也没有技能。</translation>
    </message>
    <message>
        <source>Show Note</source>
        <translation>显示笔记</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>撤回允许</translation>
    </message>
    <message>
        <source>Read…</source>
        <translation>阅读…</translation>
    </message>
    <message>
        <source>used</source>
        <translation>已使用</translation>
    </message>
    <message>
        <source>changed since you accepted it, not used</source>
        <translation>自你接受后有更改，未使用</translation>
    </message>
    <message>
        <source>not read yet, not used</source>
        <translation>尚未阅读，未使用</translation>
    </message>
</context>
<context>
    <name>IntegrityLine</name>
    <message>
        <source>Checking the audit log…</source>
        <translation>正在检查审计日志…</translation>
    </message>
    <message>
        <source>1 entry</source>
        <translation>1 个条目</translation>
    </message>
    <message>
        <source>{n} entries</source>
        <translation>{n} 个条目</translation>
    </message>
    <message>
        <source>The audit log is intact: {lines}, each verified against the one before.</source>
        <translation>审计日志完整：{lines}，每个条目都已与前一个核对。</translation>
    </message>
    <message>
        <source>1 entry was cut off by a crash.</source>
        <translation>有 1 个条目因崩溃而截断。</translation>
    </message>
    <message>
        <source>{n} entries were cut off by a crash.</source>
        <translation>有 {n} 个条目因崩溃而截断。</translation>
    </message>
    <message>
        <source>No tool calls recorded yet.</source>
        <translation>尚未记录工具调用。</translation>
    </message>
    <message>
        <source>; and {n} more</source>
        <translation>；还有 {n} 处</translation>
    </message>
    <message>
        <source>The audit log was changed outside VaultDesk: {places}. Its entries may not be correct.</source>
        <translation>审计日志在 VaultDesk 之外被更改过：{places}。其条目可能不正确。</translation>
    </message>
</context>
<context>
    <name>KeyCapture</name>
    <message>
        <source>Press the keys</source>
        <translation>请按下按键</translation>
    </message>
</context>
<context>
    <name>KeyCombination</name>
    <message>
        <source>Press a single key combination, not a sequence.</source>
        <translation>请按一个组合键，而不是先后多个按键。</translation>
    </message>
    <message>
        <source>This shortcut is not recognized.</source>
        <translation>无法识别此快捷键。</translation>
    </message>
    <message>
        <source>This key cannot be used here. Use a letter, a number, Space or F1 to F20.</source>
        <translation>此按键不能在这里使用。请使用字母、数字、空格键或 F1 至 F20。</translation>
    </message>
    <message>
        <source>“{0}” is needed for typing or by other programs. Combine it with two modifier keys, such as Ctrl and Alt.</source>
        <translation>输入文字或其他程序需要用到“{0}”。请与两个修饰键组合，例如 Ctrl 和 Alt。</translation>
    </message>
    <message>
        <source>“{0}” is used by most programs. Add another modifier key.</source>
        <translation>大多数程序都使用“{0}”。请再加一个修饰键。</translation>
    </message>
</context>
<context>
    <name>KeyField</name>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Enter the address first. A key is stored for one address only.</source>
        <translation>请先填写地址。一个密钥只为一个地址保存。</translation>
    </message>
    <message>
        <source>Or set {0} in the environment.</source>
        <translation>或在环境变量中设置 {0}。</translation>
    </message>
    <message>
        <source>Taken from the environment ({0}). It takes precedence over a key entered here.</source>
        <translation>取自环境变量（{0}）。它优先于在此输入的密钥。</translation>
    </message>
    <message>
        <source>Stored until VaultDesk closes. Enter another key to replace it.</source>
        <translation>保存到 VaultDesk 关闭为止。输入另一个密钥即可替换。</translation>
    </message>
    <message>
        <source>In this computer’s keyring. Enter another key to replace it.</source>
        <translation>保存在本机的密钥环中。输入另一个密钥即可替换。</translation>
    </message>
    <message>
        <source>Paste your key</source>
        <translation>粘贴你的密钥</translation>
    </message>
    <message>
        <source>If the server requires one</source>
        <translation>如果服务器需要</translation>
    </message>
</context>
<context>
    <name>LatestButton</name>
    <message>
        <source>Latest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Go to the latest message</source>
        <translation>转到最新消息</translation>
    </message>
</context>
<context>
    <name>LedgerText</name>
    <message>
        <source>An earlier question</source>
        <translation>较早的问题</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>检查更新</translation>
    </message>
    <message>
        <source>Definition of a word</source>
        <translation>词语释义</translation>
    </message>
    <message>
        <source>List of models</source>
        <translation>模型列表</translation>
    </message>
    <message>
        <source>No model reads it.</source>
        <translation>没有模型会读取。</translation>
    </message>
    <message>
        <source>Only models on this computer read it.</source>
        <translation>只有本机上的模型会读取。</translation>
    </message>
    <message>
        <source>Private: {why}. {reach}</source>
        <translation>私密：{why}。{reach}</translation>
    </message>
    <message>
        <source>Question of another program</source>
        <translation>其他程序的问题</translation>
    </message>
    <message>
        <source>Rewrite of a passage</source>
        <translation>改写段落</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>按含义搜索</translation>
    </message>
    <message>
        <source>Summary of a chat</source>
        <translation>对话摘要</translation>
    </message>
    <message>
        <source>Test of a model</source>
        <translation>模型测试</translation>
    </message>
    <message>
        <source>Title for a chat</source>
        <translation>对话标题</translation>
    </message>
    <message>
        <source>Tool of another package</source>
        <translation>其他软件包的工具</translation>
    </message>
    <message>
        <source>Transcript of a video</source>
        <translation>视频字幕文本</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>网页</translation>
    </message>
    <message>
        <source>Web search</source>
        <translation>网络搜索</translation>
    </message>
    <message>
        <source>You are asked each time before it is sent.</source>
        <translation>每次发送前都会询问你。</translation>
    </message>
    <message>
        <source>allowed by you</source>
        <translation>由你允许</translation>
    </message>
    <message>
        <source>allowed for that chat</source>
        <translation>已允许用于该对话</translation>
    </message>
    <message>
        <source>allowed by a rule</source>
        <translation>由规则允许</translation>
    </message>
    <message>
        <source>by your rule: {rule}</source>
        <translation>依据你的规则：{rule}</translation>
    </message>
    <message>
        <source>withheld by a rule</source>
        <translation>被规则拦截</translation>
    </message>
    <message>
        <source>withheld by you</source>
        <translation>被你拦截</translation>
    </message>
    <message>
        <source>withheld: could not be reviewed</source>
        <translation>已拦截：无法查看</translation>
    </message>
    <message>
        <source>line {first}</source>
        <translation>第 {first} 行</translation>
    </message>
    <message>
        <source>lines {first}–{last}</source>
        <translation>第 {first}–{last} 行</translation>
    </message>
    <message>
        <source>needed no approval</source>
        <translation>无需批准</translation>
    </message>
    <message>
        <source>whole note</source>
        <translation>整篇笔记</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} 篇笔记</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} 篇笔记</translation>
    </message>
    <message>
        <source>{n} token</source>
        <translation>{n} 个 token</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} 个 token</translation>
    </message>
</context>
<context>
    <name>LeftPane</name>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Left pane</source>
        <translation>左侧窗格</translation>
    </message>
</context>
<context>
    <name>LimitsSheet</name>
    <message>
        <source>How much questions may use. A question that would exceed a limit is not sent to any model.</source>
        <translation>问题可以消耗多少。会超出上限的问题不会发送给任何模型。</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Spending</source>
        <translation>用量</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>US dollars</source>
        <translation>美元</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>Per day</source>
        <translation>每天</translation>
    </message>
    <message>
        <source>Per chat</source>
        <translation>每个对话</translation>
    </message>
    <message>
        <source>Per agent and day</source>
        <translation>每个智能体每天</translation>
    </message>
    <message>
        <source>{0}: tokens</source>
        <translation>{0}：token</translation>
    </message>
    <message>
        <source>{0}: US dollars</source>
        <translation>{0}：美元</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无上限</translation>
    </message>
    <message>
        <source>counted separately for each chat</source>
        <translation>每个对话单独计算</translation>
    </message>
    <message>
        <source>counted separately for each agent</source>
        <translation>每个智能体单独计算</translation>
    </message>
    <message>
        <source>Costs are counted if the price of a model is known. Models on this computer cost nothing.</source>
        <translation>模型价格已知时会计算费用。本机上的模型不产生费用。</translation>
    </message>
    <message>
        <source>The price of {0} of today’s tokens is not known.</source>
        <translation>今天的 token 中有 {0} 个价格未知。</translation>
    </message>
    <message>
        <source>nothing today</source>
        <translation>今天没有</translation>
    </message>
    <message>
        <source>{0} tokens, {1} today</source>
        <translation>今天 {0} 个 token，{1}</translation>
    </message>
    <message>
        <source>Stored now: nothing. No note in this vault has been changed here yet.</source>
        <translation>目前保存：无。此仓库中还没有笔记在这里更改过。</translation>
    </message>
    <message>
        <source>1 change</source>
        <translation>1 处更改</translation>
    </message>
    <message>
        <source>{0} changes</source>
        <translation>{0} 处更改</translation>
    </message>
    <message>
        <source>less than {0}</source>
        <translation>不到 {0}</translation>
    </message>
    <message>
        <source>Stored now: {0} since {1}, {2} MB of earlier versions.</source>
        <translation>目前保存：{0}，自 {1} 起，早期版本共 {2} MB。</translation>
    </message>
</context>
<context>
    <name>LinePainter</name>
    <message>
        <source>… {0} more characters in this line: show</source>
        <translation>… 此行还有 {0} 个字符：显示</translation>
    </message>
</context>
<context>
    <name>LinePicker</name>
    <message>
        <source>Lines to share. Space ticks a line.</source>
        <translation>要提供的行。按空格键勾选一行。</translation>
    </message>
</context>
<context>
    <name>LinkCompletionSource</name>
    <message>
        <source>Note# its headings · Note#^ its blocks</source>
        <translation>笔记# 其标题 · 笔记#^ 其块</translation>
    </message>
</context>
<context>
    <name>LinkNavigation</name>
    <message>
        <source>There is no file “{name}” in this vault.</source>
        <translation>此仓库中没有文件“{name}”。</translation>
    </message>
    <message>
        <source>VaultDesk does not open links of this kind: {address}</source>
        <translation>VaultDesk 不会打开此类链接：{address}</translation>
    </message>
    <message>
        <source>This link is too long to be shown, so it was not opened.</source>
        <translation>此链接过长，无法显示，因此未打开。</translation>
    </message>
    <message>
        <source>This link opens Obsidian, where it may also change notes: {address}</source>
        <translation>此链接会打开 Obsidian，它在那里也可能更改笔记：{address}</translation>
    </message>
    <message>
        <source>Open in Obsidian</source>
        <translation>在 Obsidian 中打开</translation>
    </message>
    <message>
        <source>This link opens another program: {address}</source>
        <translation>此链接会打开其他程序：{address}</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>There is no note “{name}” yet.</source>
        <translation>还没有笔记“{name}”。</translation>
    </message>
    <message>
        <source>Create it</source>
        <translation>创建</translation>
    </message>
</context>
<context>
    <name>LinkedContextChip</name>
    <message>
        <source>Linked in the question</source>
        <translation>问题中的链接</translation>
    </message>
</context>
<context>
    <name>LinkedNotesCheck</name>
    <message>
        <source>you will be asked about {note}</source>
        <translation>发送 {note} 前会询问你</translation>
    </message>
    <message>
        <source>you will be asked about {n} linked notes</source>
        <translation>发送 {n} 篇链接的笔记前会询问你</translation>
    </message>
    <message>
        <source>{note} will not be sent</source>
        <translation>{note} 不会发送</translation>
    </message>
    <message>
        <source>{n} linked notes will not be sent</source>
        <translation>{n} 篇链接的笔记不会发送</translation>
    </message>
</context>
<context>
    <name>LinksPane</name>
    <message>
        <source>Links</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Create the note {name}</source>
        <translation>创建笔记 {name}</translation>
    </message>
    <message>
        <source>In this vault</source>
        <translation>在此仓库中</translation>
    </message>
    <message>
        <source>Linked from</source>
        <translation>链接到此的笔记</translation>
    </message>
    <message>
        <source>Links to</source>
        <translation>链接到</translation>
    </message>
    <message>
        <source>Unlinked mentions</source>
        <translation>未链接的提及</translation>
    </message>
    <message>
        <source>No note is open</source>
        <translation>没有打开的笔记</translation>
    </message>
    <message>
        <source>Not created yet</source>
        <translation>尚未创建</translation>
    </message>
    <message>
        <source>Linked, but not created yet</source>
        <translation>有链接指向但尚未创建</translation>
    </message>
    <message>
        <source>Most linked notes</source>
        <translation>被链接最多的笔记</translation>
    </message>
    <message>
        <source>Notes without links</source>
        <translation>没有链接的笔记</translation>
    </message>
    <message>
        <source>{n} more</source>
        <translation>还有 {n} 个</translation>
    </message>
</context>
<context>
    <name>ListCell</name>
    <message>
        <source>Add to {name}</source>
        <translation>添加到 {name}</translation>
    </message>
    <message>
        <source>and {n} more</source>
        <translation>还有 {n} 个</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>移除 {name}</translation>
    </message>
</context>
<context>
    <name>LoadingPage</name>
    <message>
        <source>Opening…</source>
        <translation>正在打开…</translation>
    </message>
</context>
<context>
    <name>LocalGraphPage</name>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Keep showing this note</source>
        <translation>持续显示此笔记</translation>
    </message>
    <message>
        <source>Graph of {name}</source>
        <translation>{name} 的关系图谱</translation>
    </message>
    <message>
        <source>This note is not indexed</source>
        <translation>此笔记未编入索引</translation>
    </message>
    <message>
        <source>It may have been moved or removed. Open another note to see its links.</source>
        <translation>它可能已移动或移除。打开其他笔记可查看其链接。</translation>
    </message>
    <message>
        <source>1 direct link</source>
        <translation>1 个直接链接</translation>
    </message>
    <message>
        <source>{n} direct links</source>
        <translation>{n} 个直接链接</translation>
    </message>
    <message>
        <source>no links</source>
        <translation>没有链接</translation>
    </message>
    <message>
        <source>{links}, {n} in two steps</source>
        <translation>{links}，两步内 {n} 个</translation>
    </message>
    <message>
        <source>{links}, {n} in three steps</source>
        <translation>{links}，三步内 {n} 个</translation>
    </message>
    <message>
        <source>Follow the open note</source>
        <translation>跟随打开的笔记</translation>
    </message>
    <message>
        <source>Steps {n}</source>
        <translation>步数 {n}</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>所有笔记</translation>
    </message>
    <message>
        <source>Without daily notes</source>
        <translation>不含日记</translation>
    </message>
    <message>
        <source>With tags</source>
        <translation>含标签</translation>
    </message>
    <message>
        <source>With notes not created yet</source>
        <translation>含尚未创建的笔记</translation>
    </message>
    <message>
        <source>With tags and notes not created yet</source>
        <translation>含标签和尚未创建的笔记</translation>
    </message>
    <message>
        <source>Daily notes</source>
        <translation>日记</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Notes not created yet</source>
        <translation>尚未创建的笔记</translation>
    </message>
</context>
<context>
    <name>LongConversationBanner</name>
    <message>
        <source>{n} message is summarized for the model. The chat itself is unchanged.</source>
        <translation>已为模型将 {n} 条消息汇总为摘要。对话本身未更改。</translation>
    </message>
    <message>
        <source>{n} messages are summarized for the model. The chat itself is unchanged.</source>
        <translation>已为模型将 {n} 条消息汇总为摘要。对话本身未更改。</translation>
    </message>
    <message>
        <source>Start a New Chat from the Summary</source>
        <translation>以摘要开始新对话</translation>
    </message>
    <message>
        <source>This conversation is getting long. Older parts will be summarized.</source>
        <translation>此对话越来越长。较早的部分将被概括。</translation>
    </message>
    <message>
        <source>New Chat</source>
        <translation>新建对话</translation>
    </message>
</context>
<context>
    <name>MacHotkeyBackend</name>
    <message>
        <source>Works everywhere on this Mac, and needs no permission.</source>
        <translation>在此 Mac 上任何地方均可用，无需权限。</translation>
    </message>
    <message>
        <source>macOS did not allow VaultDesk to register a system-wide shortcut.</source>
        <translation>macOS 不允许 VaultDesk 注册系统级快捷键。</translation>
    </message>
    <message>
        <source>“{0}” is already used by another program. Choose another shortcut.</source>
        <translation>“{0}”已被其他程序使用。请选择其他快捷键。</translation>
    </message>
    <message>
        <source>macOS refused “{0}”.</source>
        <translation>macOS 拒绝了“{0}”。</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>VaultDesk</source>
        <translation>VaultDesk</translation>
    </message>
    <message>
        <source>No vault is open</source>
        <translation>没有打开的仓库</translation>
    </message>
    <message>
        <source>The notes of a vault are listed here.</source>
        <translation>仓库的笔记会列在这里。</translation>
    </message>
    <message>
        <source>No note is open</source>
        <translation>没有打开的笔记</translation>
    </message>
    <message>
        <source>Open a vault to read and write its notes.</source>
        <translation>打开仓库以阅读和编写其中的笔记。</translation>
    </message>
    <message>
        <source>Nothing to ask about yet</source>
        <translation>还没有可以提问的内容</translation>
    </message>
    <message>
        <source>Open a vault and ask your first question. It needs no key.</source>
        <translation>打开仓库，提出第一个问题。无需密钥。</translation>
    </message>
    <message>
        <source>Opening {0}…</source>
        <translation>正在打开 {0}…</translation>
    </message>
</context>
<context>
    <name>MarkdownView</name>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>未选择任何内容。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>在新标签页中打开</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
</context>
<context>
    <name>MarkdownWriter</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
</context>
<context>
    <name>MatchChip</name>
    <message>
        <source>Matches</source>
        <translation>匹配项</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配项</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配项</translation>
    </message>
    <message>
        <source>Clear highlighting</source>
        <translation>清除突出显示</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / {1}</translation>
    </message>
</context>
<context>
    <name>MentionChip</name>
    <message>
        <source>Remove {name}</source>
        <translation>移除 {name}</translation>
    </message>
</context>
<context>
    <name>MentionCompletionSource</name>
    <message>
        <source>Note# its headings · #tag · Folder/</source>
        <translation>笔记# 其标题 · #标签 · 文件夹/</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>所选内容</translation>
    </message>
    <message>
        <source>Open note</source>
        <translation>打开的笔记</translation>
    </message>
</context>
<context>
    <name>MenuBar</name>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>剪切</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Minimize</source>
        <translation>最小化</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>仓库</translation>
    </message>
    <message>
        <source>View</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>缩放</translation>
    </message>
</context>
<context>
    <name>MergeDialog</name>
    <message>
        <source>Merge both versions</source>
        <translation>合并两个版本</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>These lines were changed both here and outside VaultDesk. All other changes are already merged.</source>
        <translation>这些行在这里和 VaultDesk 之外均有更改。其他所有更改均已合并。</translation>
    </message>
</context>
<context>
    <name>ModeButton</name>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>this once</source>
        <translation>仅此一次</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>计划</translation>
    </message>
</context>
<context>
    <name>ModePopup</name>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Modes</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Plan first, then carry it out</source>
        <translation>先计划，再执行</translation>
    </message>
    <message>
        <source>The first answer is a plan and changes nothing. You can edit it before you carry it out.</source>
        <translation>第一个回答是计划，不会更改任何内容。执行前你可以编辑它。</translation>
    </message>
    <message>
        <source>New Project…</source>
        <translation>新建项目…</translation>
    </message>
</context>
<context>
    <name>ModeSelection</name>
    <message>
        <source>search the notes</source>
        <translation>搜索笔记</translation>
    </message>
    <message>
        <source>search the web</source>
        <translation>搜索网络</translation>
    </message>
    <message>
        <source>search earlier chats</source>
        <translation>搜索之前的对话</translation>
    </message>
    <message>
        <source>get the current time</source>
        <translation>获取当前时间</translation>
    </message>
    <message>
        <source>get the transcript of a video</source>
        <translation>获取视频的字幕文本</translation>
    </message>
    <message>
        <source>Projects</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Read and accept it first</source>
        <translation>请先阅读并接受</translation>
    </message>
    <message>
        <source>Choose a project from the list below the modes.</source>
        <translation>请从模式下方的列表中选择一个项目。</translation>
    </message>
    <message>
        <source>This project no longer exists.</source>
        <translation>该项目已不存在。</translation>
    </message>
</context>
<context>
    <name>ModelBox</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Click Test for a list, or type a name</source>
        <translation>点击“测试”获取列表，或键入名称</translation>
    </message>
    <message numerus="yes">
        <source>Choose one of %n, or type a name</source>
        <translation>
            <numerusform>从 %n 个中选择，或键入名称</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelButton</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>agent’s</source>
        <translation>智能体指定</translation>
    </message>
    <message>
        <source>{0} uses this model. You can choose another one for this chat here.</source>
        <translation>{0} 使用此模型。你可以在此为本对话选择其他模型。</translation>
    </message>
</context>
<context>
    <name>ModelFileButton</name>
    <message>
        <source>Choose File…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Choose a Model File</source>
        <translation>选择模型文件</translation>
    </message>
    <message>
        <source>Model files (*.gguf)</source>
        <translation>模型文件 (*.gguf)</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>选择</translation>
    </message>
</context>
<context>
    <name>ModelMenu</name>
    <message>
        <source>Built in</source>
        <translation>内置</translation>
    </message>
</context>
<context>
    <name>ModelPopup</name>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>查找模型</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Set Up Models…</source>
        <translation>设置模型…</translation>
    </message>
    <message>
        <source>No model matches.</source>
        <translation>没有匹配的模型。</translation>
    </message>
</context>
<context>
    <name>ModelText</name>
    <message>
        <source>no tools</source>
        <translation>无工具</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>在本机</translation>
    </message>
    <message>
        <source>sees pictures</source>
        <translation>可看图片</translation>
    </message>
    <message>
        <source>thinks</source>
        <translation>可思考</translation>
    </message>
    <message>
        <source>tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>text-based tools</source>
        <translation>基于文本的工具</translation>
    </message>
</context>
<context>
    <name>NameCell</name>
    <message>
        <source>Property</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Name of the property</source>
        <translation>属性名称</translation>
    </message>
</context>
<context>
    <name>NameEditor</name>
    <message>
        <source>New name</source>
        <translation>新名称</translation>
    </message>
</context>
<context>
    <name>NamePopup</name>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>新名称</translation>
    </message>
    <message>
        <source>Links to it are updated. Press Enter to rename.</source>
        <translation>指向它的链接会更新。按 Enter 重命名。</translation>
    </message>
</context>
<context>
    <name>NamingDialog</name>
    <message>
        <source>Create Note</source>
        <translation>创建笔记</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Folder of its notes</source>
        <translation>其笔记的文件夹</translation>
    </message>
    <message>
        <source>Creates the note {0} and opens it.</source>
        <translation>创建笔记 {0} 并打开。</translation>
    </message>
</context>
<context>
    <name>NestedCell</name>
    <message>
        <source>Nested values can only be changed in the editor.</source>
        <translation>嵌套的值只能在编辑器中更改。</translation>
    </message>
</context>
<context>
    <name>NoHotkeyBackend</name>
    <message>
        <source>System-wide shortcuts are not available here.</source>
        <translation>此处无法使用系统级快捷键。</translation>
    </message>
</context>
<context>
    <name>NoOpenNotePage</name>
    <message>
        <source>No note is open</source>
        <translation>没有打开的笔记</translation>
    </message>
    <message>
        <source>Open a note, or create a new one.</source>
        <translation>打开一篇笔记，或新建一篇。</translation>
    </message>
    <message>
        <source>This vault has no notes yet. Create the first one.</source>
        <translation>此仓库还没有笔记。请新建第一篇。</translation>
    </message>
</context>
<context>
    <name>NoResultsPage</name>
    <message>
        <source>Search by meaning</source>
        <translation>按含义搜索</translation>
    </message>
    <message>
        <source>Notes with similar names</source>
        <translation>名称相近的笔记</translation>
    </message>
    <message>
        <source>No note contains “{words}”. Try fewer words, or click the question mark to see the search operators.</source>
        <translation>没有笔记含有“{words}”。请减少词语，或点击问号查看搜索运算符。</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>No note matches both</source>
        <translation>没有笔记同时符合两者</translation>
    </message>
    <message>
        <source>No note matches everything</source>
        <translation>没有笔记符合全部条件</translation>
    </message>
    <message>
        <source>No note matches both.</source>
        <translation>没有笔记同时符合两者。</translation>
    </message>
    <message>
        <source>No note matches all of them.</source>
        <translation>没有笔记符合全部条件。</translation>
    </message>
    <message>
        <source>Search “{words}” only</source>
        <translation>只搜索“{words}”</translation>
    </message>
    <message>
        <source>1 note is tagged {words}.</source>
        <translation>有 1 篇笔记带标签 {words}。</translation>
    </message>
    <message>
        <source>{n} notes are tagged {words}.</source>
        <translation>有 {n} 篇笔记带标签 {words}。</translation>
    </message>
    <message>
        <source>No note is tagged {words}.</source>
        <translation>没有笔记带标签 {words}。</translation>
    </message>
    <message>
        <source>1 note is in {words}.</source>
        <translation>有 1 篇笔记在 {words} 中。</translation>
    </message>
    <message>
        <source>{n} notes are in {words}.</source>
        <translation>有 {n} 篇笔记在 {words} 中。</translation>
    </message>
    <message>
        <source>No note is in {words}.</source>
        <translation>没有笔记在 {words} 中。</translation>
    </message>
    <message>
        <source>1 note contains “{words}”.</source>
        <translation>有 1 篇笔记含有“{words}”。</translation>
    </message>
    <message>
        <source>{n} notes contain “{words}”.</source>
        <translation>有 {n} 篇笔记含有“{words}”。</translation>
    </message>
    <message>
        <source>No note contains “{words}”.</source>
        <translation>没有笔记含有“{words}”。</translation>
    </message>
    <message>
        <source>1 note matches {words}.</source>
        <translation>有 1 篇笔记符合 {words}。</translation>
    </message>
    <message>
        <source>{n} notes match {words}.</source>
        <translation>有 {n} 篇笔记符合 {words}。</translation>
    </message>
    <message>
        <source>No note matches {words}.</source>
        <translation>没有笔记符合 {words}。</translation>
    </message>
</context>
<context>
    <name>NoVaultController</name>
    <message>
        <source>The folder could not be created: {why}</source>
        <translation>无法创建文件夹：{why}</translation>
    </message>
    <message>
        <source>The welcome vault could not be created: {why}</source>
        <translation>无法创建欢迎仓库：{why}</translation>
    </message>
</context>
<context>
    <name>NoVaultPage</name>
    <message>
        <source>Open Folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Opened before</source>
        <translation>之前打开过</translation>
    </message>
    <message>
        <source>Obsidian vaults on this computer</source>
        <translation>本机上的 Obsidian 仓库</translation>
    </message>
    <message>
        <source>found, not opened</source>
        <translation>已找到，未打开</translation>
    </message>
    <message>
        <source>Look Around</source>
        <translation>随便看看</translation>
    </message>
    <message>
        <source>Create a New Vault…</source>
        <translation>新建仓库…</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Where are your notes?</source>
        <translation>你的笔记在哪里？</translation>
    </message>
    <message>
        <source>VaultDesk works with a folder of Markdown files. The folder stays where it is, and nothing leaves this computer until you allow it.</source>
        <translation>VaultDesk 使用一个 Markdown 文件的文件夹。该文件夹留在原处；未经你允许，任何内容都不会离开本机。</translation>
    </message>
    <message>
        <source>Drop a folder here</source>
        <translation>将文件夹拖到这里</translation>
    </message>
    <message>
        <source>or</source>
        <translation>或</translation>
    </message>
    <message>
        <source>Just look around</source>
        <translation>只是随便看看</translation>
    </message>
    <message>
        <source>A small welcome vault to read, search and ask about. Needs no key and no account.</source>
        <translation>一个小型的欢迎仓库，可以阅读、搜索和提问。无需密钥，也无需账户。</translation>
    </message>
    <message>
        <source>Nothing has left this computer today</source>
        <translation>今天没有内容离开本机</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Create a Folder for Notes</source>
        <translation>创建笔记文件夹</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open a Folder of Notes</source>
        <translation>打开笔记文件夹</translation>
    </message>
</context>
<context>
    <name>NodeCard</name>
    <message>
        <source>Private</source>
        <translation>私密</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Center here</source>
        <translation>以此为中心</translation>
    </message>
    <message>
        <source>Add to chat</source>
        <translation>加入对话</translation>
    </message>
    <message>
        <source>Search for it</source>
        <translation>搜索它</translation>
    </message>
    <message>
        <source>Create the note</source>
        <translation>创建此笔记</translation>
    </message>
    <message>
        <source>“{words}”</source>
        <translation>“{words}”</translation>
    </message>
</context>
<context>
    <name>NoteArea</name>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>New tab</source>
        <translation>新建标签页</translation>
    </message>
    <message>
        <source>Open a note…</source>
        <translation>打开笔记…</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>新建笔记</translation>
    </message>
</context>
<context>
    <name>NoteBadges</name>
    <message>
        <source>Open the other one</source>
        <translation>打开另一份</translation>
    </message>
    <message>
        <source>“{copy}” is a conflict copy of “{name}”. Merge the two, then delete the copy.</source>
        <translation>“{copy}”是“{name}”的冲突副本。请将两者合并，然后删除副本。</translation>
    </message>
    <message>
        <source>“{name}” has a conflict copy, “{copy}”: two computers changed it. Merge the two.</source>
        <translation>“{name}”有冲突副本“{copy}”：两台计算机都更改了它。请将两者合并。</translation>
    </message>
    <message>
        <source>Conflict copy of “{name}”: two computers changed it, and a sync program could not merge the changes.</source>
        <translation>“{name}”的冲突副本：两台计算机都更改了它，同步程序无法合并这些更改。</translation>
    </message>
</context>
<context>
    <name>NoteCompletion</name>
    <message>
        <source>Note# its headings · Note#^ its blocks</source>
        <translation>笔记# 其标题 · 笔记#^ 其块</translation>
    </message>
</context>
<context>
    <name>NoteEditor</name>
    <message>
        <source>Note text</source>
        <translation>笔记文本</translation>
    </message>
    <message>
        <source>Tab indents; Esc, then Tab leaves the text.</source>
        <translation>Tab 缩进；先按 Esc 再按 Tab 离开文本。</translation>
    </message>
</context>
<context>
    <name>NoteFindBar</name>
    <message>
        <source>Find in the note</source>
        <translation>在笔记中查找</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>区分大小写</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>全词匹配</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>替换为</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation>全部替换</translation>
    </message>
</context>
<context>
    <name>NoteHeader</name>
    <message>
        <source>Add a property</source>
        <translation>添加属性</translation>
    </message>
    <message>
        <source>Name of the new property</source>
        <translation>新属性的名称</translation>
    </message>
    <message>
        <source>1 property</source>
        <translation>1 个属性</translation>
    </message>
    <message>
        <source>{n} properties</source>
        <translation>{n} 个属性</translation>
    </message>
    <message>
        <source>Show the properties</source>
        <translation>显示属性</translation>
    </message>
    <message>
        <source>Hide the properties</source>
        <translation>隐藏属性</translation>
    </message>
</context>
<context>
    <name>NotePage</name>
    <message>
        <source>Open in another program</source>
        <translation>用其他程序打开</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>A line of this note is too long to be edited here. Open the file in another program.</source>
        <translation>此笔记有一行太长，无法在此编辑。请用其他程序打开该文件。</translation>
    </message>
    <message>
        <source>This note is very long, so only its beginning is shown. One of its lines is too long to be edited here. Open the file in another program to see all of it.</source>
        <translation>此笔记很长，因此只显示开头。其中有一行太长，无法在此编辑。请用其他程序打开该文件以查看全部内容。</translation>
    </message>
    <message>
        <source>This note is very long, so only its beginning is shown. Edit it to see all of it.</source>
        <translation>此笔记很长，因此只显示开头。编辑它即可查看全部内容。</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
</context>
<context>
    <name>NoteReader</name>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
</context>
<context>
    <name>NoteSettingsBanner</name>
    <message>
        <source>The properties of this note contain settings for this chat. They are not used yet.</source>
        <translation>此笔记的属性中含有此对话的设置。目前尚未使用。</translation>
    </message>
    <message>
        <source>Read…</source>
        <translation>阅读…</translation>
    </message>
    <message>
        <source>Don’t Use</source>
        <translation>不使用</translation>
    </message>
    <message>
        <source>Use the settings in the note of this chat?</source>
        <translation>要使用此对话的笔记中的设置吗？</translation>
    </message>
    <message>
        <source>At most {0} tokens an answer.</source>
        <translation>每个回答最多 {0} 个 token。</translation>
    </message>
    <message>
        <source>They cannot change permissions or private notes.</source>
        <translation>它们不能更改权限或私密笔记。</translation>
    </message>
    <message>
        <source>Model: {0}.</source>
        <translation>模型：{0}。</translation>
    </message>
    <message>
        <source>Not used: {0}.</source>
        <translation>未使用：{0}。</translation>
    </message>
    <message>
        <source>You are not asked again about notes with the same settings.</source>
        <translation>对于设置相同的笔记，不会再次询问你。</translation>
    </message>
    <message>
        <source>Temperature: {0}.</source>
        <translation>温度：{0}。</translation>
    </message>
    <message>
        <source>The text below is sent to the model before your questions in this chat.</source>
        <translation>在此对话中，以下文本会先于你的问题发送给模型。</translation>
    </message>
    <message>
        <source>There are no instructions, only the values above.</source>
        <translation>没有指令，只有上面的值。</translation>
    </message>
</context>
<context>
    <name>NoteSpelling</name>
    <message>
        <source>Spelling is checked.</source>
        <translation>正在检查拼写。</translation>
    </message>
    <message>
        <source>Spelling is not checked.</source>
        <translation>不检查拼写。</translation>
    </message>
</context>
<context>
    <name>NoteTabs</name>
    <message>
        <source>New tab</source>
        <translation>新建标签页</translation>
    </message>
    <message>
        <source>Other side</source>
        <translation>另一侧</translation>
    </message>
</context>
<context>
    <name>Notifier</name>
    <message>
        <source>A question could not be answered.</source>
        <translation>有一个问题无法回答。</translation>
    </message>
    <message>
        <source>An answer is ready.</source>
        <translation>有一个回答已完成。</translation>
    </message>
    <message>
        <source>“{0}” is waiting for your approval.</source>
        <translation>“{0}”正在等待你批准。</translation>
    </message>
    <message>
        <source>A request is waiting for your approval.</source>
        <translation>有请求等待你批准。</translation>
    </message>
    <message>
        <source>The answer in “{0}” is ready.</source>
        <translation>“{0}”中的回答已完成。</translation>
    </message>
    <message>
        <source>The question in “{0}” could not be answered.</source>
        <translation>“{0}”中的问题无法回答。</translation>
    </message>
    <message>
        <source>VaultDesk</source>
        <translation>VaultDesk</translation>
    </message>
</context>
<context>
    <name>OfferedContextChip</name>
    <message>
        <source>Add {0} to the question</source>
        <translation>将 {0} 加入问题</translation>
    </message>
</context>
<context>
    <name>OfflineForm</name>
    <message>
        <source>Built in, without a language model. It finds the best sentences in your notes and quotes them with a link to each. Nothing leaves this computer.</source>
        <translation>内置，不使用语言模型。它在你的笔记中找出最相关的句子并引用，每句都附有链接。没有内容离开本机。</translation>
    </message>
</context>
<context>
    <name>OpenNoteOffer</name>
    <message>
        <source>Add selection to the chat</source>
        <translation>将所选内容加入对话</translation>
    </message>
</context>
<context>
    <name>OperatorBar</name>
    <message>
        <source>Operators</source>
        <translation>运算符</translation>
    </message>
</context>
<context>
    <name>OtherFilePage</name>
    <message>
        <source>Open in another program</source>
        <translation>用其他程序打开</translation>
    </message>
    <message>
        <source>{kind} · {size} · {when}</source>
        <translation>{kind} · {size} · {when}</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>声音</translation>
    </message>
    <message>
        <source>Video</source>
        <translation>视频</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>{ending} file</source>
        <translation>{ending} 文件</translation>
    </message>
</context>
<context>
    <name>Outline</name>
    <message>
        <source>Filter the headings</source>
        <translation>筛选标题</translation>
    </message>
    <message>
        <source>Headings of this note</source>
        <translation>此笔记的标题</translation>
    </message>
    <message>
        <source>No heading contains this text.</source>
        <translation>没有标题含有此文本。</translation>
    </message>
    <message>
        <source>This note has no headings.</source>
        <translation>此笔记没有标题。</translation>
    </message>
</context>
<context>
    <name>PalettePopup</name>
    <message>
        <source>choose</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>run</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>change shortcut</source>
        <translation>更改快捷键</translation>
    </message>
    <message>
        <source>close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>查找命令</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Find a command…</source>
        <translation>查找命令…</translation>
    </message>
    <message>
        <source>No matches.</source>
        <translation>没有匹配项。</translation>
    </message>
</context>
<context>
    <name>PassageChecklist</name>
    <message>
        <source>All passages</source>
        <translation>所有段落</translation>
    </message>
    <message>
        <source>{n} of 1 passage</source>
        <translation>{n} / 1 个段落</translation>
    </message>
    <message>
        <source>{n} of {total} passages</source>
        <translation>{n} / {total} 个段落</translation>
    </message>
</context>
<context>
    <name>PassageList</name>
    <message>
        <source>Passages found</source>
        <translation>找到的段落</translation>
    </message>
    <message>
        <source>Number {n}</source>
        <translation>第 {n} 项</translation>
    </message>
    <message>
        <source>lines {first} to {last}</source>
        <translation>第 {first} 至 {last} 行</translation>
    </message>
</context>
<context>
    <name>PassageListModel</name>
    <message>
        <source>private: never sent</source>
        <translation>私密：绝不发送</translation>
    </message>
    <message>
        <source>{n} of {total} passages</source>
        <translation>{n} / {total} 个段落</translation>
    </message>
    <message>
        <source>stays here</source>
        <translation>留在本机</translation>
    </message>
    <message>
        <source>shortened by you</source>
        <translation>由你缩短</translation>
    </message>
</context>
<context>
    <name>PassageListView</name>
    <message>
        <source>Passages; Space ticks, Enter shows all of one</source>
        <translation>段落；按空格键勾选，按 Enter 显示整段</translation>
    </message>
</context>
<context>
    <name>PassageModel</name>
    <message>
        <source>1 token</source>
        <translation>1 个 token</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>找到的内容</translation>
    </message>
    <message>
        <source>line {first}</source>
        <translation>第 {first} 行</translation>
    </message>
    <message>
        <source>lines {first}–{last}</source>
        <translation>第 {first}–{last} 行</translation>
    </message>
    <message>
        <source>whole note</source>
        <translation>整篇笔记</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} 个 token</translation>
    </message>
</context>
<context>
    <name>PassagePainter</name>
    <message>
        <source>Show less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Only a part…</source>
        <translation>仅选一部分…</translation>
    </message>
</context>
<context>
    <name>PassageText</name>
    <message>
        <source>({n} empty lines)</source>
        <translation>（{n} 个空行）</translation>
    </message>
</context>
<context>
    <name>PathOpener</name>
    <message>
        <source>A copy is created in the folder “{0}”. The original is not changed.</source>
        <translation>将在文件夹“{0}”中创建副本，不会更改原文件。</translation>
    </message>
    <message>
        <source>A copy is created in the vault root. The original is not changed.</source>
        <translation>将在仓库根目录中创建副本，不会更改原文件。</translation>
    </message>
    <message>
        <source>Add Copies</source>
        <translation>添加副本</translation>
    </message>
    <message>
        <source>Add a Copy</source>
        <translation>添加副本</translation>
    </message>
    <message>
        <source>Add {n} files to this vault?</source>
        <translation>要将 {n} 个文件添加到此仓库吗？</translation>
    </message>
    <message>
        <source>Add “{0}” to this vault?</source>
        <translation>要将“{0}”添加到此仓库吗？</translation>
    </message>
    <message>
        <source>Copies are created in the folder “{0}”. The originals are not changed.</source>
        <translation>将在文件夹“{0}”中创建副本，不会更改原文件。</translation>
    </message>
    <message>
        <source>Copies are created in the vault root. The originals are not changed.</source>
        <translation>将在仓库根目录中创建副本，不会更改原文件。</translation>
    </message>
    <message>
        <source>Is this your folder of notes?</source>
        <translation>这是你的笔记文件夹吗？</translation>
    </message>
    <message>
        <source>Open It</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open in a New Window</source>
        <translation>在新窗口中打开</translation>
    </message>
</context>
<context>
    <name>PdfPage</name>
    <message>
        <source>Previous page</source>
        <translation>上一页</translation>
    </message>
    <message>
        <source>Page Up</source>
        <translation>Page Up</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>下一页</translation>
    </message>
    <message>
        <source>Page Down</source>
        <translation>Page Down</translation>
    </message>
    <message>
        <source>Page {n} of {pages}</source>
        <translation>第 {n} 页，共 {pages} 页</translation>
    </message>
</context>
<context>
    <name>PermissionRuleDialog</name>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>For</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>is allowed without asking</source>
        <translation>无需询问即允许</translation>
    </message>
    <message>
        <source>asks me each time</source>
        <translation>每次都询问我</translation>
    </message>
    <message>
        <source>is never allowed</source>
        <translation>绝不允许</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Searching and reading notes</source>
        <translation>搜索和读取笔记</translation>
    </message>
    <message>
        <source>Creating, changing and renaming notes</source>
        <translation>创建、更改和重命名笔记</translation>
    </message>
    <message>
        <source>Deleting notes</source>
        <translation>删除笔记</translation>
    </message>
    <message>
        <source>Using the network</source>
        <translation>使用网络</translation>
    </message>
    <message>
        <source>Every tool</source>
        <translation>任何工具</translation>
    </message>
    <message>
        <source>Tools that use no notes</source>
        <translation>不使用笔记的工具</translation>
    </message>
    <message>
        <source>The tool “{0}”</source>
        <translation>工具“{0}”</translation>
    </message>
    <message>
        <source>every model</source>
        <translation>任何模型</translation>
    </message>
    <message>
        <source>models on this computer</source>
        <translation>本机上的模型</translation>
    </message>
    <message>
        <source>You are still asked before {0}. A rule cannot change that.</source>
        <translation>{0}之前仍会询问你。规则无法改变这一点。</translation>
    </message>
    <message>
        <source>Search and read without asking · models on this computer</source>
        <translation>无需询问即可搜索和读取 · 本机上的模型</translation>
    </message>
    <message>
        <source>Search and read without asking · {host}</source>
        <translation>无需询问即可搜索和读取 · {host}</translation>
    </message>
    <message>
        <source>Search and read without asking · {who} ({host})</source>
        <translation>无需询问即可搜索和读取 · {who}（{host}）</translation>
    </message>
    <message>
        <source>This rule is not valid, so it denies everything it might cover.</source>
        <translation>此规则无效，因此会拒绝它可能涉及的一切。</translation>
    </message>
    <message>
        <source>changing many notes at once</source>
        <translation>一次更改多篇笔记</translation>
    </message>
    <message>
        <source>changing notes</source>
        <translation>更改笔记</translation>
    </message>
    <message>
        <source>deleting notes</source>
        <translation>删除笔记</translation>
    </message>
    <message>
        <source>for a model on this computer</source>
        <translation>用于本机上的模型</translation>
    </message>
    <message>
        <source>for {0}</source>
        <translation>用于 {0}</translation>
    </message>
    <message>
        <source>in the whole vault</source>
        <translation>在整个仓库中</translation>
    </message>
    <message>
        <source>in {0}</source>
        <translation>在 {0} 中</translation>
    </message>
    <message>
        <source>using the network</source>
        <translation>使用网络</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0}和{1}</translation>
    </message>
    <message>
        <source>{0} asks me each time.</source>
        <translation>{0}：每次都询问我。</translation>
    </message>
    <message>
        <source>{0} is never allowed.</source>
        <translation>{0}：绝不允许。</translation>
    </message>
    <message>
        <source>{0} is allowed without asking.</source>
        <translation>{0}：无需询问即允许。</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>“{0}”</translation>
    </message>
</context>
<context>
    <name>PermissionRulesSection</name>
    <message>
        <source>None. The permissions above apply everywhere.</source>
        <translation>无。以上权限在所有地方都适用。</translation>
    </message>
    <message>
        <source>Your rules</source>
        <translation>你的规则</translation>
    </message>
    <message>
        <source>This rule is not valid, so it denies everything it might cover.</source>
        <translation>此规则无效，因此会拒绝它可能涉及的一切。</translation>
    </message>
</context>
<context>
    <name>PermissionSheet</name>
    <message>
        <source>What an assistant may do in {0}. Each sentence is a rule that is enforced.</source>
        <translation>助手在 {0} 中可以做什么。每句话都是会强制执行的规则。</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>Assistants may use tools in this vault</source>
        <translation>助手可以在此仓库中使用工具</translation>
    </message>
    <message>
        <source>One of your rules is not valid, so it denies everything until you remove it.</source>
        <translation>你的一条规则无效，因此在你移除它之前会拒绝一切。</translation>
    </message>
    <message>
        <source>Show It</source>
        <translation>显示规则</translation>
    </message>
    <message>
        <source>The first use in a vault asks you. Turned off, nothing is asked and no note is used.</source>
        <translation>在仓库中首次使用时会询问你。关闭后不会询问，也不会使用任何笔记。</translation>
    </message>
    <message>
        <source>Permission preset</source>
        <translation>权限预设</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Changing</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Deleting and bulk changes</source>
        <translation>删除和批量更改</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>绝不</translation>
    </message>
    <message>
        <source>Approval requests</source>
        <translation>批准请求</translation>
    </message>
    <message>
        <source>Private Notes…</source>
        <translation>私密笔记…</translation>
    </message>
    <message>
        <source>Private notes are used only as far as you set for them.</source>
        <translation>私密笔记只在你为其设定的范围内使用。</translation>
    </message>
    <message>
        <source>This takes precedence over all other permissions.</source>
        <translation>它优先于所有其他权限。</translation>
    </message>
    <message>
        <source>{n} note today.</source>
        <translation>今天 {n} 篇笔记。</translation>
    </message>
    <message>
        <source>{n} notes today.</source>
        <translation>今天 {n} 篇笔记。</translation>
    </message>
    <message>
        <source>as a dialog over the window</source>
        <translation>窗口上方的对话框</translation>
    </message>
    <message>
        <source>as a card in the chat</source>
        <translation>对话中的卡片</translation>
    </message>
    <message>
        <source>Requests appear</source>
        <translation>请求显示为</translation>
    </message>
    <message>
        <source>The assistant can neither search nor read this vault. It knows only what is written in the chat.</source>
        <translation>助手既不能搜索也不能读取此仓库。它只知道对话中所写的内容。</translation>
    </message>
    <message>
        <source>Another of your rules is stricter, so it still {0}.</source>
        <translation>你的另一条规则更严格，因此它仍然{0}。</translation>
    </message>
    <message>
        <source>Creating and changing notes by an agent in its own folders</source>
        <translation>智能体在自己的文件夹中创建和更改笔记</translation>
    </message>
    <message>
        <source>At most {0} calls per minute. The same call {1} times in {2} seconds is stopped.</source>
        <translation>每分钟最多 {0} 次调用。同一调用在 {2} 秒内达到 {1} 次会被停止。</translation>
    </message>
    <message>
        <source>Changing many notes at once</source>
        <translation>一次更改多篇笔记</translation>
    </message>
    <message>
        <source>Creating, changing and renaming notes</source>
        <translation>创建、更改和重命名笔记</translation>
    </message>
    <message>
        <source>Deleting notes</source>
        <translation>删除笔记</translation>
    </message>
    <message>
        <source>Deleting notes, and changing many at once,</source>
        <translation>删除笔记和一次更改多篇笔记</translation>
    </message>
    <message>
        <source>Fixed. No setting, agent or model can change this.</source>
        <translation>固定。没有任何设置、智能体或模型能改变它。</translation>
    </message>
    <message>
        <source>For a model on this computer, reading by an agent in its own folders</source>
        <translation>对于本机上的模型，智能体在自己文件夹中的读取</translation>
    </message>
    <message>
        <source>In a chat that contains both text from elsewhere and your notes, every change</source>
        <translation>在同时含有外来文本和你的笔记的对话中，每次更改</translation>
    </message>
    <message>
        <source>Renaming requires your approval.</source>
        <translation>重命名需要你批准。</translation>
    </message>
    <message>
        <source>Searching and reading notes and sending them to {0}</source>
        <translation>搜索和读取笔记并发送给{0}</translation>
    </message>
    <message>
        <source>Searching and reading notes for a model on this computer</source>
        <translation>为本机上的模型搜索和读取笔记</translation>
    </message>
    <message>
        <source>This is set by the preset and takes precedence over other settings.</source>
        <translation>由预设规定，优先于其他设置。</translation>
    </message>
    <message>
        <source>Using the network</source>
        <translation>使用网络</translation>
    </message>
    <message>
        <source>Your rules below set exceptions for some folders or tools.</source>
        <translation>你下方的规则为某些文件夹或工具设定了例外。</translation>
    </message>
    <message>
        <source>a provider outside this computer</source>
        <translation>本机之外的提供商</translation>
    </message>
    <message>
        <source>always asks</source>
        <translation>总是询问</translation>
    </message>
    <message>
        <source>and can always be undone.</source>
        <translation>并且随时可以撤销。</translation>
    </message>
    <message>
        <source>and shows the whole address.</source>
        <translation>并显示完整地址。</translation>
    </message>
    <message>
        <source>asks again</source>
        <translation>会再次询问</translation>
    </message>
    <message>
        <source>asks me each time</source>
        <translation>每次都询问我</translation>
    </message>
    <message>
        <source>is never allowed</source>
        <translation>绝不允许</translation>
    </message>
    <message>
        <source>is allowed without asking</source>
        <translation>无需询问即允许</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation> {0}（{1}）</translation>
    </message>
</context>
<context>
    <name>PickerPopup</name>
    <message>
        <source>No matches.</source>
        <translation>没有匹配项。</translation>
    </message>
</context>
<context>
    <name>PlanCard</name>
    <message>
        <source>A plan</source>
        <translation>计划</translation>
    </message>
    <message>
        <source>Carry Out</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>This is a plan. Nothing has been done yet.</source>
        <translation>这是计划。尚未执行任何操作。</translation>
    </message>
    <message>
        <source>The plan</source>
        <translation>计划</translation>
    </message>
</context>
<context>
    <name>PlannedChecklist</name>
    <message>
        <source>All new chats</source>
        <translation>所有新对话</translation>
    </message>
    <message>
        <source>Chats to import; Space ticks</source>
        <translation>要导入的对话；按空格键勾选</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 条消息</translation>
    </message>
    <message>
        <source>{n} messages</source>
        <translation>{n} 条消息</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>{0} of {1} chat</source>
        <translation>{0} / {1} 个对话</translation>
    </message>
    <message>
        <source>{0} of {1} chats</source>
        <translation>{0} / {1} 个对话</translation>
    </message>
    <message>
        <source>Already in the vault</source>
        <translation>已在仓库中</translation>
    </message>
    <message>
        <source>Duplicate in this import</source>
        <translation>在此次导入中重复</translation>
    </message>
</context>
<context>
    <name>PomodoroStatus</name>
    <message>
        <source>Pomodoro</source>
        <translation>番茄钟</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>{left} paused</source>
        <translation>{left} 已暂停</translation>
    </message>
    <message>
        <source>Pomodoro of {n} minutes</source>
        <translation>{n} 分钟的番茄钟</translation>
    </message>
    <message>
        <source>The {n}-minute pomodoro is finished.</source>
        <translation>{n} 分钟的番茄钟已结束。</translation>
    </message>
    <message>
        <source>Start Another</source>
        <translation>再来一个</translation>
    </message>
    <message>
        <source>The pomodoro could not be logged: {why}</source>
        <translation>无法记录番茄钟：{why}</translation>
    </message>
</context>
<context>
    <name>PortalHotkeyBackend</name>
    <message>
        <source>The desktop registers the shortcut and may show its own dialog for it.</source>
        <translation>快捷键由桌面注册，桌面可能会为此显示自己的对话框。</translation>
    </message>
    <message>
        <source>This desktop does not let programs register shortcuts. Assign a shortcut to the command {0} in its settings.</source>
        <translation>此桌面不允许程序注册快捷键。请在其设置中为命令 {0} 指定快捷键。</translation>
    </message>
    <message>
        <source>The dialog of the desktop was closed, so no shortcut was set.</source>
        <translation>桌面的对话框已关闭，因此未设置快捷键。</translation>
    </message>
    <message>
        <source>The desktop refused this shortcut. Assign a shortcut to the command {0} in its settings instead.</source>
        <translation>桌面拒绝了此快捷键。请改为在其设置中为命令 {0} 指定快捷键。</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>快速提问</translation>
    </message>
    <message>
        <source>The desktop opens quick ask with “{0}”.</source>
        <translation>桌面用“{0}”打开快速提问。</translation>
    </message>
</context>
<context>
    <name>PresetCards</name>
    <message>
        <source>Permission preset</source>
        <translation>权限预设</translation>
    </message>
    <message>
        <source>Reading requires your approval. Nothing can be changed, whatever else is set.</source>
        <translation>读取需要你批准。无论其他设置如何，都不能更改任何内容。</translation>
    </message>
    <message>
        <source>You are asked before every action.</source>
        <translation>每次操作前都会询问你。</translation>
    </message>
    <message>
        <source>An agent may change notes in its own folders without asking. All else requires your approval.</source>
        <translation>智能体可以不经询问更改自己文件夹中的笔记。其他操作都需要你批准。</translation>
    </message>
    <message>
        <source>Reading, creating, changing and renaming do not ask. Deleting, bulk changes and the network ask.</source>
        <translation>读取、创建、更改和重命名无需询问。删除、批量更改和使用网络会询问。</translation>
    </message>
</context>
<context>
    <name>PrivacyRuleDialog</name>
    <message>
        <source>Notes in a folder</source>
        <translation>文件夹中的笔记</translation>
    </message>
    <message>
        <source>Notes with a tag</source>
        <translation>带标签的笔记</translation>
    </message>
    <message>
        <source>Notes with a property</source>
        <translation>带属性的笔记</translation>
    </message>
    <message>
        <source>One note</source>
        <translation>一篇笔记</translation>
    </message>
    <message>
        <source>Which notes</source>
        <translation>哪些笔记</translation>
    </message>
    <message>
        <source>Where they may be sent</source>
        <translation>可以发送到哪里</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Where it may be sent</source>
        <translation>可以发送到哪里</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>private</source>
        <translation>私密</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>private: true, or just a name</source>
        <translation>private: true，或只写名称</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Folder/Name.md</source>
        <translation>文件夹/名称.md</translation>
    </message>
    <message>
        <source>This cannot match any note.</source>
        <translation>这无法匹配任何笔记。</translation>
    </message>
    <message>
        <source>Specify which notes.</source>
        <translation>请指明是哪些笔记。</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>所有笔记</translation>
    </message>
    <message>
        <source>Notes in {0}</source>
        <translation>{0} 中的笔记</translation>
    </message>
    <message>
        <source>Notes tagged #{0}</source>
        <translation>带标签 #{0} 的笔记</translation>
    </message>
    <message>
        <source>Notes with {0}</source>
        <translation>带 {0} 的笔记</translation>
    </message>
    <message>
        <source>The note {0}</source>
        <translation>笔记 {0}</translation>
    </message>
    <message>
        <source>This rule is not valid, so no note is sent to any model.</source>
        <translation>此规则无效，因此不会向任何模型发送笔记。</translation>
    </message>
    <message>
        <source>are sent to a model outside this computer only if I allow it each time</source>
        <translation>只在我每次允许时才发送给本机之外的模型</translation>
    </message>
    <message>
        <source>are sent to no model at all</source>
        <translation>不发送给任何模型</translation>
    </message>
    <message>
        <source>are sent to no model outside this computer</source>
        <translation>不发送给本机之外的模型</translation>
    </message>
    <message>
        <source>is sent to a model outside this computer only if I allow it each time</source>
        <translation>只在我每次允许时才发送给本机之外的模型</translation>
    </message>
    <message>
        <source>is sent to no model at all</source>
        <translation>不发送给任何模型</translation>
    </message>
    <message>
        <source>is sent to no model outside this computer</source>
        <translation>不发送给本机之外的模型</translation>
    </message>
    <message>
        <source>{n} note today</source>
        <translation>今天 {n} 篇笔记</translation>
    </message>
    <message>
        <source>{n} notes today</source>
        <translation>今天 {n} 篇笔记</translation>
    </message>
</context>
<context>
    <name>PrivacyRulesSection</name>
    <message>
        <source>None. Every note may be sent where your permissions allow it.</source>
        <translation>无。每篇笔记都可在权限允许的范围内发送。</translation>
    </message>
    <message>
        <source>This rule is not valid, so no note is sent to any model.</source>
        <translation>此规则无效，因此不会向任何模型发送笔记。</translation>
    </message>
</context>
<context>
    <name>PrivateNoteAction</name>
    <message>
        <source>Keep private</source>
        <translation>设为私密</translation>
    </message>
    <message>
        <source>No longer private</source>
        <translation>取消私密</translation>
    </message>
    <message>
        <source>Private: {why}…</source>
        <translation>私密：{why}…</translation>
    </message>
    <message>
        <source>Why the note is private</source>
        <translation>查看笔记为何私密</translation>
    </message>
    <message>
        <source>No longer keep the note private</source>
        <translation>取消笔记的私密状态</translation>
    </message>
    <message>
        <source>Keep the note private</source>
        <translation>将笔记设为私密</translation>
    </message>
    <message>
        <source>Private: {why}. Change this in Private notes.</source>
        <translation>私密：{why}。可在“私密笔记”中更改。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>{note} is already private.</source>
        <translation>{note} 已经是私密笔记。</translation>
    </message>
    <message>
        <source>{n} notes are already private.</source>
        <translation>{n} 篇笔记已经是私密笔记。</translation>
    </message>
    <message>
        <source>{note} is now private.</source>
        <translation>{note} 现在是私密笔记。</translation>
    </message>
    <message>
        <source>{n} notes are now private.</source>
        <translation>{n} 篇笔记现在是私密笔记。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>{note} is still private: {why}.</source>
        <translation>{note} 仍是私密的：{why}。</translation>
    </message>
    <message>
        <source>Some of the {n} notes are still private: {why}.</source>
        <translation>{n} 篇笔记中有一部分仍是私密的：{why}。</translation>
    </message>
    <message>
        <source>{note} is no longer private.</source>
        <translation>{note} 不再是私密的。</translation>
    </message>
    <message>
        <source>{n} notes are no longer private.</source>
        <translation>{n} 篇笔记不再是私密的。</translation>
    </message>
</context>
<context>
    <name>PrivateNotesSheet</name>
    <message>
        <source>What in {0} stays on this computer. This takes precedence over every permission, rule and answer.</source>
        <translation>{0} 中哪些内容留在本机。它优先于所有权限、规则和回答。</translation>
    </message>
    <message>
        <source>Private notes</source>
        <translation>私密笔记</translation>
    </message>
    <message>
        <source>Filter private notes</source>
        <translation>筛选私密笔记</translation>
    </message>
    <message>
        <source>Filter by note or rule</source>
        <translation>按笔记或规则筛选</translation>
    </message>
    <message>
        <source>What is private</source>
        <translation>哪些内容是私密的</translation>
    </message>
    <message>
        <source>Inside notes</source>
        <translation>笔记内部</translation>
    </message>
    <message>
        <source>stays on this computer</source>
        <translation>留在本机</translation>
    </message>
    <message>
        <source>is sent with its note</source>
        <translation>随笔记一同发送</translation>
    </message>
    <message>
        <source>Text between %% and %%</source>
        <translation>%% 与 %% 之间的文本</translation>
    </message>
    <message>
        <source>A model on this computer reads it.</source>
        <translation>本机上的模型会读取。</translation>
    </message>
    <message>
        <source>Private today: {0} of {1} notes</source>
        <translation>今天的私密笔记：{0} / {1} 篇</translation>
    </message>
    <message>
        <source>The properties of {0} notes cannot be read. These notes are treated as private if a rule might match them.</source>
        <translation>有 {0} 篇笔记的属性无法读取。如果可能有规则与这些笔记匹配，则视为私密。</translation>
    </message>
</context>
<context>
    <name>PropertyGrid</name>
    <message>
        <source>Show all {n}</source>
        <translation>显示全部 {n} 个</translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>显示较少</translation>
    </message>
</context>
<context>
    <name>PropertyGridRow</name>
    <message>
        <source>Change the value</source>
        <translation>更改值</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Type, in this note</source>
        <translation>类型，在此笔记中</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Del</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>Checkbox</source>
        <translation>复选框</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Date and time</source>
        <translation>日期和时间</translation>
    </message>
</context>
<context>
    <name>PropertyKinds</name>
    <message>
        <source>This is not a date and time. Enter them like 2026-11-22 14:30, or choose a day.</source>
        <translation>这不是日期和时间。请按 2026-11-22 14:30 的形式填写，或选择日期。</translation>
    </message>
    <message>
        <source>This is not a date. Enter a date such as 2026-11-22, or choose a day.</source>
        <translation>这不是日期。请填写 2026-11-22 这样的日期，或选择日期。</translation>
    </message>
    <message>
        <source>This is not a number.</source>
        <translation>这不是数字。</translation>
    </message>
    <message>
        <source>today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>tomorrow</source>
        <translation>明天</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>昨天</translation>
    </message>
</context>
<context>
    <name>ProposedNoteDialog</name>
    <message>
        <source>Path in the vault</source>
        <translation>仓库中的路径</translation>
    </message>
    <message>
        <source>Text of the note</source>
        <translation>笔记的文字</translation>
    </message>
    <message>
        <source>A link proposes a note</source>
        <translation>有链接提议新建笔记</translation>
    </message>
    <message>
        <source>Create Note</source>
        <translation>创建笔记</translation>
    </message>
    <message>
        <source>Nothing is written to “{0}” before you create it.</source>
        <translation>在你创建之前，不会向“{0}”写入任何内容。</translation>
    </message>
</context>
<context>
    <name>ProviderButton</name>
    <message>
        <source>built in · quotes your notes</source>
        <translation>内置 · 引用你的笔记</translation>
    </message>
    <message>
        <source>no address yet</source>
        <translation>还没有地址</translation>
    </message>
    <message>
        <source>1 model</source>
        <translation>1 个模型</translation>
    </message>
    <message>
        <source>{0} models</source>
        <translation>{0} 个模型</translation>
    </message>
    <message>
        <source>not tested</source>
        <translation>未测试</translation>
    </message>
    <message>
        <source>no key yet</source>
        <translation>还没有密钥</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>有应答</translation>
    </message>
    <message>
        <source>the test failed</source>
        <translation>测试失败</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>在本机</translation>
    </message>
</context>
<context>
    <name>ProviderFields</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>Responses</source>
        <translation>Responses</translation>
    </message>
    <message>
        <source>Chat Completions</source>
        <translation>Chat Completions</translation>
    </message>
    <message>
        <source>Context window</source>
        <translation>上下文窗口</translation>
    </message>
    <message>
        <source>As the model says</source>
        <translation>按模型所述</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Add /v1 to an address without a version</source>
        <translation>为不含版本的地址添加 /v1</translation>
    </message>
    <message>
        <source>Native tool calls</source>
        <translation>原生工具调用</translation>
    </message>
    <message>
        <source>Text-based, &lt;tool_call&gt;</source>
        <translation>基于文本，&lt;tool_call&gt;</translation>
    </message>
    <message>
        <source>Text-based, &lt;use_tool&gt;</source>
        <translation>基于文本，&lt;use_tool&gt;</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Uses the program of this name on this computer, with its own account. Test checks whether it is installed.</source>
        <translation>使用本机上同名的程序及其自身的账户。“测试”会检查它是否已安装。</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Tokens of question and answer together. More tokens need more memory.</source>
        <translation>问题与回答合计的 token 数。token 越多，需要的内存越多。</translation>
    </message>
    <message>
        <source>A GGUF file that VaultDesk runs itself. Nothing leaves this computer. Test lists the files that Ollama and LM Studio have stored.</source>
        <translation>由 VaultDesk 自行运行的 GGUF 文件。没有内容离开本机。“测试”会列出 Ollama 和 LM Studio 保存的文件。</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
</context>
<context>
    <name>ProviderForm</name>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>How tools are offered depends on the model. Choose a model first.</source>
        <translation>工具的提供方式取决于模型。请先选择模型。</translation>
    </message>
    <message>
        <source>Asking {0}…</source>
        <translation>正在询问 {0}…</translation>
    </message>
    <message>
        <source>No note was sent for this test.</source>
        <translation>此次测试未发送任何笔记。</translation>
    </message>
    <message>
        <source>Choose a model first: click Test, then choose one from the list.</source>
        <translation>请先选择模型：点击“测试”，然后从列表中选择一个。</translation>
    </message>
    <message>
        <source>Delete the key</source>
        <translation>删除密钥</translation>
    </message>
    <message>
        <source>This provider is not set up yet.</source>
        <translation>此提供商尚未设置。</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>移除 {0}</translation>
    </message>
</context>
<context>
    <name>ProviderSheet</name>
    <message>
        <source>The services and models that can answer questions. Keys are never written to a settings file.</source>
        <translation>可以回答问题的服务和模型。密钥绝不会写入设置文件。</translation>
    </message>
    <message>
        <source>Providers</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>Add Provider…</source>
        <translation>添加提供商…</translation>
    </message>
    <message>
        <source>Add Provider</source>
        <translation>添加提供商</translation>
    </message>
</context>
<context>
    <name>QCocoaMenu</name>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
</context>
<context>
    <name>QueryChips</name>
    <message>
        <source>called</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>done task</source>
        <translation>已完成的任务</translation>
    </message>
    <message>
        <source>exactly</source>
        <translation>原词</translation>
    </message>
    <message>
        <source>has</source>
        <translation>有</translation>
    </message>
    <message>
        <source>in</source>
        <translation>位于</translation>
    </message>
    <message>
        <source>in one line</source>
        <translation>同一行中</translation>
    </message>
    <message>
        <source>in one paragraph</source>
        <translation>同一段落中</translation>
    </message>
    <message>
        <source>in the text</source>
        <translation>正文中</translation>
    </message>
    <message>
        <source>open task</source>
        <translation>未完成的任务</translation>
    </message>
    <message>
        <source>pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>under one heading</source>
        <translation>同一标题下</translation>
    </message>
    <message>
        <source>without</source>
        <translation>不含</translation>
    </message>
</context>
<context>
    <name>QueryExplanation</name>
    <message>
        <source>a tag with {what}</source>
        <translation>标签含{what}</translation>
    </message>
    <message>
        <source>above</source>
        <translation>大于</translation>
    </message>
    <message>
        <source>anything</source>
        <translation>任意内容</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>至少</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>至多</translation>
    </message>
    <message>
        <source>below</source>
        <translation>小于</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>无值</translation>
    </message>
    <message>
        <source>not {what}</source>
        <translation>排除{what}</translation>
    </message>
    <message>
        <source>the pattern /{text}/</source>
        <translation>模式 /{text}/</translation>
    </message>
    <message>
        <source>the property {name}</source>
        <translation>属性 {name}</translation>
    </message>
    <message>
        <source>the property {name}: {value}</source>
        <translation>属性 {name}：{value}</translation>
    </message>
    <message>
        <source>the tag #{name} or one below it</source>
        <translation>标签 #{name} 或其下级标签</translation>
    </message>
    <message>
        <source>the exact phrase “{text}”</source>
        <translation>完全一致的短语“{text}”</translation>
    </message>
    <message>
        <source>{first} and {second}</source>
        <translation>{first} 且 {second}</translation>
    </message>
    <message>
        <source>{first} or {second}</source>
        <translation>{first} 或 {second}</translation>
    </message>
    <message>
        <source>{what} in a done task</source>
        <translation>已完成的任务中有{what}</translation>
    </message>
    <message>
        <source>{what} in a task</source>
        <translation>任务中有{what}</translation>
    </message>
    <message>
        <source>{what} in an open task</source>
        <translation>未完成的任务中有{what}</translation>
    </message>
    <message>
        <source>{what} in one line</source>
        <translation>同一行中有{what}</translation>
    </message>
    <message>
        <source>{what} in one paragraph</source>
        <translation>同一段落中有{what}</translation>
    </message>
    <message>
        <source>{what} in the file name</source>
        <translation>文件名中有{what}</translation>
    </message>
    <message>
        <source>{what} in the path</source>
        <translation>路径中有{what}</translation>
    </message>
    <message>
        <source>{what} in the text</source>
        <translation>正文中有{what}</translation>
    </message>
    <message>
        <source>{what} under one heading</source>
        <translation>同一标题下有{what}</translation>
    </message>
    <message>
        <source>{what}, ignoring case</source>
        <translation>{what}，不区分大小写</translation>
    </message>
    <message>
        <source>{what}, matching case</source>
        <translation>{what}，区分大小写</translation>
    </message>
</context>
<context>
    <name>QueryExplanationLine</name>
    <message>
        <source>Explain search</source>
        <translation>解释搜索</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Notes with all of these:</source>
        <translation>同时符合以下各项的笔记：</translation>
    </message>
</context>
<context>
    <name>QueryField</name>
    <message>
        <source>Remove from the saved searches</source>
        <translation>从已保存的搜索中移除</translation>
    </message>
    <message>
        <source>Save this search</source>
        <translation>保存此搜索</translation>
    </message>
    <message>
        <source>a pattern (regular expression)</source>
        <translation>模式（正则表达式）</translation>
    </message>
    <message>
        <source>a property and its value</source>
        <translation>属性及其值</translation>
    </message>
    <message>
        <source>all terms in one line</source>
        <translation>所有词在同一行中</translation>
    </message>
    <message>
        <source>all terms under one heading</source>
        <translation>所有词在同一标题下</translation>
    </message>
    <message>
        <source>in chats instead of notes; in:all for both</source>
        <translation>在对话而非笔记中；in:all 两者都搜索</translation>
    </message>
    <message>
        <source>in tasks; also task-todo: and task-done:</source>
        <translation>在任务中；另有 task-todo: 和 task-done:</translation>
    </message>
    <message>
        <source>notes without it</source>
        <translation>不含它的笔记</translation>
    </message>
    <message>
        <source>either of the two</source>
        <translation>两者之一</translation>
    </message>
    <message>
        <source>the exact phrase</source>
        <translation>完全一致的短语</translation>
    </message>
    <message>
        <source>in the file name</source>
        <translation>在文件名中</translation>
    </message>
    <message>
        <source>in the folder or name</source>
        <translation>在文件夹或名称中</translation>
    </message>
    <message>
        <source>in the text only</source>
        <translation>仅在正文中</translation>
    </message>
    <message>
        <source>this tag and its nested tags</source>
        <translation>此标签及其下级标签</translation>
    </message>
    <message>
        <source>groups terms</source>
        <translation>组合多个条件</translation>
    </message>
</context>
<context>
    <name>QuestionCard</name>
    <message>
        <source>You asked</source>
        <translation>你的提问</translation>
    </message>
    <message>
        <source>Edit and ask again</source>
        <translation>编辑并重新提问</translation>
    </message>
    <message>
        <source>Show all {0} characters</source>
        <translation>显示全部 {0} 个字符</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>还有 {0} 个</translation>
    </message>
</context>
<context>
    <name>QuestionEditor</name>
    <message>
        <source>Edit your question</source>
        <translation>编辑你的问题</translation>
    </message>
    <message>
        <source>Enter asks again and replaces everything below, Esc discards the edit.</source>
        <translation>按 Enter 重新提问并替换其后的所有内容，按 Esc 放弃编辑。</translation>
    </message>
    <message>
        <source>Ask Again</source>
        <translation>重新提问</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>QuestionField</name>
    <message>
        <source>Ask about your notes…</source>
        <translation>就你的笔记提问…</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter starts a new line, Esc stops an answer.</source>
        <translation>Enter 发送，Shift+Enter 换行，Esc 停止回答。</translation>
    </message>
    <message>
        <source>@ and [[ find notes, / at the beginning quick commands.</source>
        <translation>@ 和 [[ 查找笔记，开头的 / 查找快捷命令。</translation>
    </message>
</context>
<context>
    <name>QuestionQueue</name>
    <message>
        <source>and {0} more</source>
        <translation>还有 {0} 个</translation>
    </message>
</context>
<context>
    <name>QueuedQuestionCard</name>
    <message>
        <source>Queued message</source>
        <translation>排队的消息</translation>
    </message>
    <message>
        <source>waiting for the current answer</source>
        <translation>等待当前回答完成</translation>
    </message>
    <message>
        <source>not sent yet</source>
        <translation>尚未发送</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Send now</source>
        <translation>立即发送</translation>
    </message>
</context>
<context>
    <name>QuickAskCard</name>
    <message>
        <source>Shortcut for quick ask</source>
        <translation>快速提问的快捷键</translation>
    </message>
    <message>
        <source>None. Press keys to set one</source>
        <translation>无。按下按键以设置</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Try It</source>
        <translation>试用</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>快速提问</translation>
    </message>
    <message>
        <source>A small window over other programs: find a note, ask a question, or add a line to today’s note. An answer continues when the window is hidden and is listed among the chats.</source>
        <translation>位于其他程序上方的小窗口：查找笔记、提问，或在今天的笔记中添加一行。窗口隐藏后回答仍会继续，并列在对话列表中。</translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation>快捷键</translation>
    </message>
</context>
<context>
    <name>QuickAskController</name>
    <message>
        <source>It will be sent when this answer is finished.</source>
        <translation>当前回答完成后发送。</translation>
    </message>
    <message>
        <source>The text is too long to paste here. Save it as a note and ask about the note.</source>
        <translation>文本太长，无法粘贴到这里。请存为笔记，再就该笔记提问。</translation>
    </message>
</context>
<context>
    <name>QuickField</name>
    <message>
        <source>Ask about your notes, or find one…</source>
        <translation>就你的笔记提问，或查找笔记…</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>快速提问</translation>
    </message>
    <message>
        <source>Enter asks, Shift+Enter starts a new line, {0} goes to the chat, Esc hides this window.</source>
        <translation>Enter 提问，Shift+Enter 换行，{0} 转到对话，Esc 隐藏此窗口。</translation>
    </message>
</context>
<context>
    <name>QuickFoot</name>
    <message>
        <source>New question</source>
        <translation>新问题</translation>
    </message>
    <message>
        <source>Private: the chat is not saved</source>
        <translation>私密：此对话不会保存</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>私密</translation>
    </message>
    <message>
        <source>ask</source>
        <translation>提问</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>open in chat</source>
        <translation>在对话中打开</translation>
    </message>
    <message>
        <source>hide</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>stays on this computer</source>
        <translation>留在本机</translation>
    </message>
    <message>
        <source>asks before notes are sent</source>
        <translation>笔记离开前会询问</translation>
    </message>
    <message>
        <source>Add the answer to today’s note</source>
        <translation>将回答加入今天的笔记</translation>
    </message>
    <message>
        <source>Add the text to today’s note</source>
        <translation>将文本加入今天的笔记</translation>
    </message>
</context>
<context>
    <name>QuickSession</name>
    <message>
        <source>Added to the daily note: {0}</source>
        <translation>已添加到日记：{0}</translation>
    </message>
    <message>
        <source>Today’s note “{0}” was created with it.</source>
        <translation>已随之创建今天的笔记“{0}”。</translation>
    </message>
    <message>
        <source>Added to “{0}”.</source>
        <translation>已加入“{0}”。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>The note has changed since, so nothing was undone.</source>
        <translation>笔记此后有更改，因此未撤销任何内容。</translation>
    </message>
    <message>
        <source>Undone.</source>
        <translation>已撤销。</translation>
    </message>
</context>
<context>
    <name>QuickSwitcher</name>
    <message>
        <source>1 note</source>
        <translation>1 篇笔记</translation>
    </message>
    <message>
        <source>Create note “{name}”</source>
        <translation>创建笔记“{name}”</translation>
    </message>
    <message>
        <source>Creates {path}</source>
        <translation>创建 {path}</translation>
    </message>
    <message>
        <source>Search all notes for “{words}”</source>
        <translation>在所有笔记中搜索“{words}”</translation>
    </message>
    <message>
        <source>Shift+Enter</source>
        <translation>Shift+Enter</translation>
    </message>
    <message>
        <source>also called “{name}”</source>
        <translation>又称“{name}”</translation>
    </message>
    <message>
        <source>in the vault root</source>
        <translation>在仓库根目录中</translation>
    </message>
    <message>
        <source>in {folder}</source>
        <translation>在 {folder} 中</translation>
    </message>
    <message>
        <source>line {n}</source>
        <translation>第 {n} 行</translation>
    </message>
    <message>
        <source>linked once</source>
        <translation>被链接 1 次</translation>
    </message>
    <message>
        <source>linked {n} times</source>
        <translation>被链接 {n} 次</translation>
    </message>
    <message>
        <source>not created yet</source>
        <translation>尚未创建</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} 篇笔记</translation>
    </message>
    <message>
        <source>{some} of {total}</source>
        <translation>{some} / {total}</translation>
    </message>
</context>
<context>
    <name>QuickSwitcherButton</name>
    <message>
        <source>Search or jump to…</source>
        <translation>搜索或跳转到…</translation>
    </message>
</context>
<context>
    <name>QuickWindow</name>
    <message>
        <source>Quick ask – VaultDesk</source>
        <translation>快速提问 – VaultDesk</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>快速提问</translation>
    </message>
    <message>
        <source>Opening {0}…</source>
        <translation>正在打开 {0}…</translation>
    </message>
    <message>
        <source>You can ask as soon as it is open.</source>
        <translation>打开后即可提问。</translation>
    </message>
    <message>
        <source>Open a vault in VaultDesk first; then you can ask about its notes from here.</source>
        <translation>请先在 VaultDesk 中打开仓库；之后可从这里就其笔记提问。</translation>
    </message>
    <message>
        <source>No vault is open</source>
        <translation>没有打开的仓库</translation>
    </message>
    <message>
        <source>Show VaultDesk</source>
        <translation>显示 VaultDesk</translation>
    </message>
</context>
<context>
    <name>RatingButton</name>
    <message>
        <source>{name}, again in {wait}</source>
        <translation>{name}，{wait}后再次复习</translation>
    </message>
</context>
<context>
    <name>ReachPage</name>
    <message>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Its model</source>
        <translation>它的模型</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Filter notes</source>
        <translation>筛选笔记</translation>
    </message>
    <message>
        <source>Filter by note or reason</source>
        <translation>按笔记或原因筛选</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Choose an agent</source>
        <translation>选择智能体</translation>
    </message>
    <message>
        <source>Find an agent</source>
        <translation>查找智能体</translation>
    </message>
    <message>
        <source>What could this agent access?</source>
        <translation>此智能体能访问什么？</translation>
    </message>
    <message>
        <source>answering by a model</source>
        <translation>回答所用的模型</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>在本机</translation>
    </message>
    <message>
        <source>at {0} ({1})</source>
        <translation>在 {0}（{1}）</translation>
    </message>
    <message>
        <source>This agent cannot be used. The lists show what the default assistant can access.</source>
        <translation>此智能体无法使用。列表显示默认助手可以访问的内容。</translation>
    </message>
    <message>
        <source>This agent is not allowed yet. The lists show what it could access once allowed.</source>
        <translation>尚未允许此智能体。列表显示允许后它可以访问的内容。</translation>
    </message>
    <message>
        <source>Tools are off in this vault, so it has no access now. The lists show what it could access with tools on.</source>
        <translation>此仓库中工具已关闭，因此它目前无法访问任何内容。列表显示开启工具后它可以访问的内容。</translation>
    </message>
    <message>
        <source>One of your rules is not valid, so it denies everything. See Permissions.</source>
        <translation>你的一条规则无效，因此会拒绝一切。请查看“权限”。</translation>
    </message>
    <message>
        <source>No notes.</source>
        <translation>没有笔记。</translation>
    </message>
    <message>
        <source>Editable</source>
        <translation>可更改</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>隐藏</translation>
    </message>
    <message>
        <source>Notes it can change. Every change is recorded and can be undone.</source>
        <translation>它可以更改的笔记。每次更改都有记录，并可撤销。</translation>
    </message>
    <message>
        <source>Notes it can find and read. Where it says “asks first”, you see each one and may refuse.</source>
        <translation>它可以找到和读取的笔记。标有“先询问”的，你会逐一看到并可拒绝。</translation>
    </message>
    <message>
        <source>Notes hidden from it: they do not appear in lists, search results or links.</source>
        <translation>对它隐藏的笔记：不会出现在列表、搜索结果或链接中。</translation>
    </message>
    <message>
        <source>Notes whose text could be sent to {0} with a question after the agent reads it.</source>
        <translation>智能体读取后，文本可能随问题发送给 {0} 的笔记。</translation>
    </message>
    <message>
        <source>Nothing: the model runs on this computer. What it reads stays here.</source>
        <translation>无：模型在本机运行。它读取的内容留在本机。</translation>
    </message>
    <message>
        <source>Readable</source>
        <translation>可读取</translation>
    </message>
    <message>
        <source>May be sent</source>
        <translation>可能发送</translation>
    </message>
    <message>
        <source>asks first</source>
        <translation>先询问</translation>
    </message>
    <message>
        <source>it has no tool for that</source>
        <translation>它没有这类工具</translation>
    </message>
    <message>
        <source>it only reads</source>
        <translation>它只读取</translation>
    </message>
    <message>
        <source>without asking</source>
        <translation>无需询问</translation>
    </message>
    <message>
        <source>never</source>
        <translation>绝不</translation>
    </message>
    <message>
        <source>outside its folders</source>
        <translation>在它的文件夹之外</translation>
    </message>
    <message>
        <source>private</source>
        <translation>私密</translation>
    </message>
    <message>
        <source>private: {0}</source>
        <translation>私密：{0}</translation>
    </message>
    <message>
        <source>your preset</source>
        <translation>你的预设</translation>
    </message>
    <message>
        <source>your rule for the whole vault</source>
        <translation>你对整个仓库的规则</translation>
    </message>
    <message>
        <source>your rule for {0}</source>
        <translation>你对 {0} 的规则</translation>
    </message>
</context>
<context>
    <name>ReachText</name>
    <message>
        <source>1 note is private and will not be sent to {receiver}: {why}.</source>
        <translation>有 1 篇笔记是私密的，不会发送给 {receiver}：{why}。</translation>
    </message>
    <message>
        <source>1 note will not be sent</source>
        <translation>1 篇笔记不会发送</translation>
    </message>
    <message>
        <source>1 of {total} notes is private and will not be sent to {receiver}: {why}.</source>
        <translation>{total} 篇笔记中有 1 篇是私密的，不会发送给 {receiver}：{why}。</translation>
    </message>
    <message>
        <source>1 of {total} notes will not be sent</source>
        <translation>{total} 篇笔记中有 1 篇不会发送</translation>
    </message>
    <message>
        <source>Private: {why}. It will not be sent to {receiver}.</source>
        <translation>私密：{why}。不会发送给 {receiver}。</translation>
    </message>
    <message>
        <source>Private: {why}. None of the {n} notes will be sent to {receiver}.</source>
        <translation>私密：{why}。这 {n} 篇笔记均不会发送给 {receiver}。</translation>
    </message>
    <message>
        <source>Private: {why}. You will be asked before it is sent to {receiver}.</source>
        <translation>私密：{why}。发送给 {receiver} 前会询问你。</translation>
    </message>
    <message>
        <source>You will be asked about 1 private note before it is sent to {receiver}: {why}.</source>
        <translation>有 1 篇私密笔记在发送给 {receiver} 前会询问你：{why}。</translation>
    </message>
    <message>
        <source>You will be asked about {n} private notes before they are sent to {receiver}: {why}.</source>
        <translation>有 {n} 篇私密笔记在发送给 {receiver} 前会询问你：{why}。</translation>
    </message>
    <message>
        <source>by a rule for private notes</source>
        <translation>依据私密笔记规则</translation>
    </message>
    <message>
        <source>will not be sent</source>
        <translation>不会发送</translation>
    </message>
    <message>
        <source>you will be asked</source>
        <translation>会询问你</translation>
    </message>
    <message>
        <source>you will be asked about 1 note</source>
        <translation>发送 1 篇笔记前会询问你</translation>
    </message>
    <message>
        <source>you will be asked about {n} notes</source>
        <translation>发送 {n} 篇笔记前会询问你</translation>
    </message>
    <message>
        <source>{n} notes are private and will not be sent to {receiver}: {why}.</source>
        <translation>有 {n} 篇笔记是私密的，不会发送给 {receiver}：{why}。</translation>
    </message>
    <message>
        <source>{n} notes will not be sent</source>
        <translation>{n} 篇笔记不会发送</translation>
    </message>
    <message>
        <source>{n} of {total} notes are private and will not be sent to {receiver}: {why}.</source>
        <translation>{total} 篇笔记中有 {n} 篇是私密的，不会发送给 {receiver}：{why}。</translation>
    </message>
    <message>
        <source>{n} of {total} notes will not be sent</source>
        <translation>{total} 篇笔记中有 {n} 篇不会发送</translation>
    </message>
</context>
<context>
    <name>ReadingState</name>
    <message>
        <source>Reading your notes…</source>
        <translation>正在读取你的笔记…</translation>
    </message>
    <message>
        <source>They appear here as they are read.</source>
        <translation>读取后会陆续显示在这里。</translation>
    </message>
    <message>
        <source>The notes could not be read</source>
        <translation>无法读取笔记</translation>
    </message>
    <message>
        <source>See the status bar for the reason.</source>
        <translation>原因见状态栏。</translation>
    </message>
    <message>
        <source>Your notes are still being read, so something may be missing here.</source>
        <translation>笔记仍在读取中，因此此处可能有遗漏。</translation>
    </message>
    <message>
        <source>Not all notes could be read, so something may be missing here.</source>
        <translation>部分笔记无法读取，因此此处可能有遗漏。</translation>
    </message>
</context>
<context>
    <name>ReasoningLine</name>
    <message>
        <source>Reasoning of the model</source>
        <translation>模型的推理内容</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>已思考</translation>
    </message>
</context>
<context>
    <name>RelatedPanel</name>
    <message>
        <source>Show related notes</source>
        <translation>显示相关笔记</translation>
    </message>
    <message>
        <source>Collapse this list</source>
        <translation>折叠此列表</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>大纲</translation>
    </message>
    <message>
        <source>Your notes are still being read, so something may be missing here.</source>
        <translation>笔记仍在读取中，因此此处可能有遗漏。</translation>
    </message>
    <message>
        <source>Linked from 1 note</source>
        <translation>有 1 篇笔记链接到此</translation>
    </message>
    <message>
        <source>Linked from no note</source>
        <translation>没有笔记链接到此</translation>
    </message>
    <message>
        <source>Linked from {n} notes</source>
        <translation>有 {n} 篇笔记链接到此</translation>
    </message>
    <message>
        <source>Mentions</source>
        <translation>提及</translation>
    </message>
    <message>
        <source>Similar</source>
        <translation>相似</translation>
    </message>
    <message>
        <source>No other note is related to this one.</source>
        <translation>没有其他笔记与此笔记相关。</translation>
    </message>
    <message>
        <source>No other note is similar to this one.</source>
        <translation>没有其他笔记与此笔记相似。</translation>
    </message>
    <message>
        <source>No other note links here.</source>
        <translation>没有其他笔记链接到此。</translation>
    </message>
    <message>
        <source>No other note mentions this one without linking to it.</source>
        <translation>没有其他笔记提到此笔记而未加链接。</translation>
    </message>
    <message>
        <source>Related</source>
        <translation>相关</translation>
    </message>
</context>
<context>
    <name>RelatedRows</name>
    <message>
        <source>cites the same notes</source>
        <translation>引用相同的笔记</translation>
    </message>
    <message>
        <source>linked</source>
        <translation>有链接</translation>
    </message>
    <message>
        <source>similar content</source>
        <translation>内容相近</translation>
    </message>
    <message>
        <source>shares tags</source>
        <translation>有共同标签</translation>
    </message>
    <message>
        <source>the same name</source>
        <translation>名称相同</translation>
    </message>
    <message>
        <source>the same text</source>
        <translation>文本相同</translation>
    </message>
    <message>
        <source>{share} % similar</source>
        <translation>{share} % 相似</translation>
    </message>
</context>
<context>
    <name>RelatedTab</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
</context>
<context>
    <name>RelatedTabBar</name>
    <message>
        <source>More lists</source>
        <translation>更多列表</translation>
    </message>
</context>
<context>
    <name>RemovalBanner</name>
    <message>
        <source>{0} was removed.</source>
        <translation>已移除 {0}。</translation>
    </message>
    <message>
        <source>Chats use the offline assistant now.</source>
        <translation>对话现在使用离线助手。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Its key is still stored.</source>
        <translation>它的密钥仍然保存着。</translation>
    </message>
    <message>
        <source>Delete the Key Too</source>
        <translation>同时删除密钥</translation>
    </message>
    <message>
        <source>The provider and its key are gone.</source>
        <translation>提供商及其密钥已移除。</translation>
    </message>
</context>
<context>
    <name>RenameDialog</name>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
</context>
<context>
    <name>RequestDetails</name>
    <message>
        <source>Written by the model, not checked</source>
        <translation>由模型撰写，未经核实</translation>
    </message>
</context>
<context>
    <name>RequestHeader</name>
    <message>
        <source>“{name}”: {warning}</source>
        <translation>“{name}”：{warning}</translation>
    </message>
    <message>
        <source>{0} more</source>
        <translation>还有 {0} 项</translation>
    </message>
    <message>
        <source>{names}: {warning}</source>
        <translation>{names}：{warning}</translation>
    </message>
</context>
<context>
    <name>RequestView</name>
    <message>
        <source>Request</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Scroll to the end of the arguments first.</source>
        <translation>请先将参数滚动到末尾。</translation>
    </message>
</context>
<context>
    <name>ReviewCard</name>
    <message>
        <source>This word has no meaning yet.</source>
        <translation>此词还没有释义。</translation>
    </message>
    <message>
        <source>Its meaning is hidden.</source>
        <translation>释义已隐藏。</translation>
    </message>
</context>
<context>
    <name>ReviewPane</name>
    <message>
        <source>End the review</source>
        <translation>结束复习</translation>
    </message>
    <message>
        <source>Show the Meaning</source>
        <translation>显示释义</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>重来</translation>
    </message>
    <message>
        <source>Hard</source>
        <translation>困难</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>良好</translation>
    </message>
    <message>
        <source>Easy</source>
        <translation>容易</translation>
    </message>
    <message>
        <source>Review of words</source>
        <translation>词语复习</translation>
    </message>
    <message>
        <source>{n} of {total}</source>
        <translation>{n} / {total}</translation>
    </message>
    <message>
        <source>{told} · {n} again</source>
        <translation>{told} · {n} 个重来</translation>
    </message>
    <message>
        <source>Press 1 to 4 to rate · Ctrl+Z undoes the last rating</source>
        <translation>1 至 4 评分 · Ctrl+Z 撤销上次评分</translation>
    </message>
    <message>
        <source>Space shows the meaning · Esc ends the review</source>
        <translation>空格键显示释义 · Esc 结束复习</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>复习</translation>
    </message>
    <message>
        <source>Words done</source>
        <translation>已完成的词语</translation>
    </message>
</context>
<context>
    <name>RewriteCommand</name>
    <message>
        <source>Open a note first, and select the text to rewrite.</source>
        <translation>请先打开笔记，并选择要改写的文本。</translation>
    </message>
    <message>
        <source>This note is read-only here.</source>
        <translation>此笔记在这里为只读。</translation>
    </message>
    <message>
        <source>There is nothing to rewrite here. Select some text.</source>
        <translation>这里没有可改写的内容。请选择一些文本。</translation>
    </message>
    <message>
        <source>The model returned no text. Rephrase your instruction, or choose another model.</source>
        <translation>模型没有返回文本。请换个说法表述指令，或选择其他模型。</translation>
    </message>
    <message>
        <source>The selection has changed since. Insert the new text below it, or try again.</source>
        <translation>所选内容此后有更改。可将新文本插入其下方，或重试。</translation>
    </message>
</context>
<context>
    <name>RewritePanel</name>
    <message>
        <source>What should change?</source>
        <translation>要改什么？</translation>
    </message>
    <message>
        <source>The rewritten selection</source>
        <translation>改写后的所选内容</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Insert Below</source>
        <translation>插入下方</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>正在改写…</translation>
    </message>
    <message>
        <source>Nothing is changed until you choose Replace or Insert.</source>
        <translation>在你选择“替换”或“插入”之前，不做任何更改。</translation>
    </message>
    <message>
        <source>No changes suggested.</source>
        <translation>没有建议的更改。</translation>
    </message>
    <message>
        <source>Correct mistakes</source>
        <translation>改正错误</translation>
    </message>
    <message>
        <source>Clearer</source>
        <translation>更清楚</translation>
    </message>
    <message>
        <source>Shorter</source>
        <translation>更短</translation>
    </message>
    <message>
        <source>Longer</source>
        <translation>更长</translation>
    </message>
    <message>
        <source>Friendlier</source>
        <translation>更友好</translation>
    </message>
    <message>
        <source>As a list</source>
        <translation>改为列表</translation>
    </message>
    <message>
        <source>In English</source>
        <translation>译成英文</translation>
    </message>
</context>
<context>
    <name>RewriteRouteLine</name>
    <message>
        <source>you see the change first</source>
        <translation>会先向你显示更改</translation>
    </message>
    <message>
        <source>Set up a model on this computer…</source>
        <translation>在本机设置模型…</translation>
    </message>
    <message>
        <source>Use {model}</source>
        <translation>使用 {model}</translation>
    </message>
    <message>
        <source>It runs on this computer.</source>
        <translation>它在本机运行。</translation>
    </message>
    <message>
        <source>The offline assistant cannot rewrite: choose a model</source>
        <translation>离线助手不能改写：请选择模型</translation>
    </message>
    <message>
        <source>These {n} words are sent to {receiver}</source>
        <translation>这 {n} 个词会发送给 {receiver}</translation>
    </message>
    <message>
        <source>These {n} words are sent to {receiver} after you are asked: the note is private ({why})</source>
        <translation>询问你之后，这 {n} 个词会发送给 {receiver}：笔记是私密的（{why}）</translation>
    </message>
    <message>
        <source>These {n} words stay on this computer</source>
        <translation>这 {n} 个词留在本机</translation>
    </message>
    <message>
        <source>This note is private ({why}): choose a model on this computer</source>
        <translation>此笔记是私密的（{why}）：请选择本机上的模型</translation>
    </message>
    <message>
        <source>This note is private ({why}): no model reads it</source>
        <translation>此笔记是私密的（{why}）：没有模型会读取</translation>
    </message>
    <message>
        <source>This word is sent to {receiver}</source>
        <translation>这个词会发送给 {receiver}</translation>
    </message>
    <message>
        <source>This word is sent to {receiver} after you are asked: the note is private ({why})</source>
        <translation>询问你之后，这个词会发送给 {receiver}：笔记是私密的（{why}）</translation>
    </message>
    <message>
        <source>This word stays on this computer</source>
        <translation>这个词留在本机</translation>
    </message>
    <message>
        <source>by a rule for private notes</source>
        <translation>依据私密笔记规则</translation>
    </message>
</context>
<context>
    <name>RowListModel</name>
    <message>
        <source>selected</source>
        <translation>已选择</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>已展开</translation>
    </message>
</context>
<context>
    <name>RuleDialog</name>
    <message>
        <source>Add Rule</source>
        <translation>添加规则</translation>
    </message>
    <message>
        <source>Add a rule</source>
        <translation>添加规则</translation>
    </message>
    <message>
        <source>Edit the rule</source>
        <translation>编辑规则</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>RuleEditor</name>
    <message>
        <source>Add Rule…</source>
        <translation>添加规则…</translation>
    </message>
    <message>
        <source>In the settings file: {0}</source>
        <translation>在设置文件中：{0}</translation>
    </message>
    <message>
        <source>Removed: {0}</source>
        <translation>已移除：{0}</translation>
    </message>
</context>
<context>
    <name>RuleList</name>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Edit: {0}</source>
        <translation>编辑：{0}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>SaveNotice</name>
    <message>
        <source>The note of this chat was deleted. The chat is still here.</source>
        <translation>此对话的笔记已被删除。对话仍在这里。</translation>
    </message>
    <message>
        <source>Save It Again</source>
        <translation>重新保存</translation>
    </message>
    <message>
        <source>The note of this chat could not be saved. {0} The chat itself is stored on this computer.</source>
        <translation>此对话的笔记无法保存。{0}对话本身已保存在本机。</translation>
    </message>
    <message>
        <source>This chat could not be saved. {0}</source>
        <translation>此对话无法保存。{0}</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Yes, in {folder}/</source>
        <translation>是，存入 {folder}/</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>Your chats are stored on this computer, outside the vault. Save them as notes in the vault too?</source>
        <translation>你的对话保存在本机，仓库之外。要同时存为仓库中的笔记吗？</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
</context>
<context>
    <name>SavedSearches</name>
    <message>
        <source>Enter a search first, then save it.</source>
        <translation>请先填写搜索内容，然后保存。</translation>
    </message>
    <message>
        <source>Search saved. It is listed below the empty search field.</source>
        <translation>搜索已保存。它列在空的搜索框下方。</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Removed the saved search “{name}”.</source>
        <translation>已移除保存的搜索“{name}”。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Query: {query}</source>
        <translation>查询：{query}</translation>
    </message>
    <message>
        <source>Rename the saved search</source>
        <translation>重命名已保存的搜索</translation>
    </message>
</context>
<context>
    <name>ScopeChoice</name>
    <message>
        <source>Duration of this permission</source>
        <translation>此许可的有效期</translation>
    </message>
</context>
<context>
    <name>SearchEngineTest</name>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Searches for “{0}”</source>
        <translation>搜索“{0}”</translation>
    </message>
    <message>
        <source>Test the search engine with the word “{0}”</source>
        <translation>用“{0}”一词测试搜索引擎</translation>
    </message>
    <message>
        <source>Asking {0}…</source>
        <translation>正在询问 {0}…</translation>
    </message>
    <message numerus="yes">
        <source>It answers: %n results.</source>
        <translation>
            <numerusform>有应答：%n 条结果。</numerusform>
        </translation>
    </message>
    <message>
        <source>It answers, but found nothing.</source>
        <translation>有应答，但没有找到内容。</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>SearchHints</name>
    <message>
        <source>Recent searches and search operators</source>
        <translation>最近的搜索和搜索运算符</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>已保存的搜索</translation>
    </message>
    <message>
        <source>Recent searches</source>
        <translation>最近的搜索</translation>
    </message>
    <message>
        <source>Search operators</source>
        <translation>搜索运算符</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>SearchPane</name>
    <message>
        <source>Search all notes</source>
        <translation>搜索所有笔记</translation>
    </message>
    <message>
        <source>Search operators</source>
        <translation>搜索运算符</translation>
    </message>
</context>
<context>
    <name>SearchResultList</name>
    <message>
        <source>Search results</source>
        <translation>搜索结果</translation>
    </message>
</context>
<context>
    <name>SearchResults</name>
    <message>
        <source>1 more in this note</source>
        <translation>此笔记中还有 1 处</translation>
    </message>
    <message>
        <source>{n} more in this note</source>
        <translation>此笔记中还有 {n} 处</translation>
    </message>
</context>
<context>
    <name>SearchSentence</name>
    <message>
        <source>Click to search with other words</source>
        <translation>点击以换词搜索</translation>
    </message>
</context>
<context>
    <name>SearchSheet</name>
    <message>
        <source>Search by meaning finds passages that say the same in other words.</source>
        <translation>按含义搜索可找到用别的词表达相同意思的段落。</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>The included model, on this computer</source>
        <translation>随附的模型，在本机上</translation>
    </message>
    <message>
        <source>A model on a server</source>
        <translation>服务器上的模型</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Index notes for search by meaning with</source>
        <translation>为按含义搜索编制笔记索引所用</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Try It</source>
        <translation>试用</translation>
    </message>
    <message>
        <source>Use This Model</source>
        <translation>使用此模型</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Nothing leaves this computer. Indexing a large vault takes a while, in the background.</source>
        <translation>没有内容离开本机。为大型仓库编制索引需要一些时间，在后台进行。</translation>
    </message>
    <message>
        <source>Try the model first. Then you see where your notes would be sent.</source>
        <translation>请先试用模型。之后你会看到笔记将发送到哪里。</translation>
    </message>
    <message>
        <source>Notes are found by their words only.</source>
        <translation>只按词语查找笔记。</translation>
    </message>
    <message>
        <source>Asking {model}…</source>
        <translation>正在询问 {model}…</translation>
    </message>
    <message>
        <source>If you use it, all notes that are not private, and your questions, are sent to {host} in parts.</source>
        <translation>如果使用它，所有非私密的笔记以及你的问题会分段发送到 {host}。</translation>
    </message>
</context>
<context>
    <name>SearchSummary</name>
    <message>
        <source>Order</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>{n} ms</source>
        <translation>{n} 毫秒</translation>
    </message>
    <message>
        <source>1 passage</source>
        <translation>1 个段落</translation>
    </message>
    <message>
        <source>{n} passages</source>
        <translation>{n} 个段落</translation>
    </message>
    <message>
        <source>Best of about {n}</source>
        <translation>约 {n} 条中最相关的</translation>
    </message>
    <message>
        <source>still ranking…</source>
        <translation>仍在排序…</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Best {shown} of {total}</source>
        <translation>{total} 条中最相关的 {shown} 条</translation>
    </message>
    <message>
        <source>The best {n}</source>
        <translation>最相关的 {n} 条</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 篇笔记</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} 篇笔记</translation>
    </message>
    <message>
        <source>in the best {shown} of {total} notes</source>
        <translation>在 {total} 篇中最相关的 {shown} 篇笔记中</translation>
    </message>
    <message>
        <source>in the best {n} notes</source>
        <translation>在最相关的 {n} 篇笔记中</translation>
    </message>
    <message>
        <source>in 1 note</source>
        <translation>在 1 篇笔记中</translation>
    </message>
    <message>
        <source>in {n} notes</source>
        <translation>在 {n} 篇笔记中</translation>
    </message>
    <message>
        <source>Best first</source>
        <translation>最相关优先</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>最新优先</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>最旧优先</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Show passages and their ranking</source>
        <translation>显示段落及其排名</translation>
    </message>
</context>
<context>
    <name>SearchTestCommand</name>
    <message>
        <source>Search test</source>
        <translation>搜索测试</translation>
    </message>
</context>
<context>
    <name>SearchTestPage</name>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Ask as you would ask an assistant</source>
        <translation>像问助手一样提问</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Best {n}</source>
        <translation>最相关的 {n} 条</translation>
    </message>
    <message>
        <source>Search test</source>
        <translation>搜索测试</translation>
    </message>
    <message>
        <source>Index for search by meaning</source>
        <translation>按含义搜索的索引</translation>
    </message>
    <message>
        <source>Nothing can be found by meaning yet</source>
        <translation>目前还无法按含义找到内容</translation>
    </message>
    <message>
        <source>No passages found</source>
        <translation>未找到段落</translation>
    </message>
    <message>
        <source>Ask with other words.</source>
        <translation>换些词提问。</translation>
    </message>
    <message>
        <source>Which passages would an answer use?</source>
        <translation>回答会使用哪些段落？</translation>
    </message>
    <message>
        <source>Type a question. The best passages are listed with the reasons for their rank.</source>
        <translation>键入一个问题。最相关的段落会列出，并说明其排名的原因。</translation>
    </message>
    <message>
        <source>What a question finds in your notes, and why. The search runs on this computer; nothing is sent.</source>
        <translation>一个问题会在你的笔记中找到什么，以及为什么。搜索在本机运行；不发送任何内容。</translation>
    </message>
    <message>
        <source>What a question finds in your notes, and why. With Meaning on, the question is sent to {server}.</source>
        <translation>一个问题会在你的笔记中找到什么，以及为什么。开启“含义”时，问题会发送到 {server}。</translation>
    </message>
    <message>
        <source>Search by meaning is not part of this installation, so only words are searched.</source>
        <translation>此安装不包含按含义搜索，因此只搜索词语。</translation>
    </message>
    <message>
        <source>1 link with the other notes found</source>
        <translation>与找到的其他笔记有 1 个链接</translation>
    </message>
    <message>
        <source>Changed {when}</source>
        <translation>更改于 {when}</translation>
    </message>
    <message>
        <source>by meaning</source>
        <translation>按含义</translation>
    </message>
    <message>
        <source>by meaning: rank {rank}</source>
        <translation>按含义：第 {rank} 位</translation>
    </message>
    <message>
        <source>by words</source>
        <translation>按词语</translation>
    </message>
    <message>
        <source>by words and meaning</source>
        <translation>按词语和含义</translation>
    </message>
    <message>
        <source>by words: rank {rank}</source>
        <translation>按词语：第 {rank} 位</translation>
    </message>
    <message>
        <source>changed {when}</source>
        <translation>更改于 {when}</translation>
    </message>
    <message>
        <source>indexed {when}</source>
        <translation>编入索引于 {when}</translation>
    </message>
    <message>
        <source>similarity {share}</source>
        <translation>相似度 {share}</translation>
    </message>
    <message>
        <source>{n} links with the other notes found</source>
        <translation>与找到的其他笔记有 {n} 个链接</translation>
    </message>
    <message>
        <source>{n} ms</source>
        <translation>{n} 毫秒</translation>
    </message>
    <message>
        <source>{n} passage</source>
        <translation>{n} 个段落</translation>
    </message>
    <message>
        <source>{n} passages</source>
        <translation>{n} 个段落</translation>
    </message>
</context>
<context>
    <name>SearchWords</name>
    <message>
        <source>Words to search for</source>
        <translation>要搜索的词语</translation>
    </message>
    <message>
        <source>Search Again</source>
        <translation>重新搜索</translation>
    </message>
    <message>
        <source>Searching again on this computer…</source>
        <translation>正在本机重新搜索…</translation>
    </message>
</context>
<context>
    <name>SendButton</name>
    <message>
        <source>Stop the answer</source>
        <translation>停止回答</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Stop the answer (Esc)</source>
        <translation>停止回答 (Esc)</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>发送 (Enter)</translation>
    </message>
    <message>
        <source>Type a question to send it</source>
        <translation>键入问题即可发送</translation>
    </message>
</context>
<context>
    <name>ServerCard</name>
    <message>
        <source>Answers then come from this computer only.</source>
        <translation>此后回答只来自本机。</translation>
    </message>
    <message>
        <source>{0} is running on this computer</source>
        <translation>{0} 正在本机运行</translation>
    </message>
    <message>
        <source>Use {0}</source>
        <translation>使用 {0}</translation>
    </message>
    <message>
        <source>Choose a Model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Chats now use {0}. Answers come from this computer only.</source>
        <translation>对话现在使用 {0}。回答只来自本机。</translation>
    </message>
    <message>
        <source>It was added but has no model yet. Download one there first.</source>
        <translation>已添加，但还没有模型。请先在那里下载一个。</translation>
    </message>
    <message>
        <source>It has no model yet. With a model, answers come from this computer only.</source>
        <translation>它还没有模型。有了模型，回答只来自本机。</translation>
    </message>
    <message>
        <source>1 model is ready.</source>
        <translation>有 1 个模型可用。</translation>
    </message>
    <message>
        <source>{0} models are ready.</source>
        <translation>有 {0} 个模型可用。</translation>
    </message>
</context>
<context>
    <name>ServerOffer</name>
    <message>
        <source>{0} is running on this computer with 1 model.</source>
        <translation>{0} 正在本机运行，有 1 个模型。</translation>
    </message>
    <message>
        <source>{0} is running on this computer with {1} models.</source>
        <translation>{0} 正在本机运行，有 {1} 个模型。</translation>
    </message>
    <message>
        <source>{0} is running on this computer, without a model yet.</source>
        <translation>{0} 正在本机运行，还没有模型。</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>*</source>
        <translation>*</translation>
    </message>
    <message>
        <source>A dialog over the window, or a card inside the chat.</source>
        <translation>窗口上方的对话框，或对话中的卡片。</translation>
    </message>
    <message>
        <source>A short sound with each notification.</source>
        <translation>每次通知时的短促声音。</translation>
    </message>
    <message>
        <source>A tool&apos;s name, or * for all.</source>
        <translation>工具的名称，或 * 表示全部。</translation>
    </message>
    <message>
        <source>AGENTS.md and skills of this vault whose text was read and accepted.</source>
        <translation>此仓库中已阅读并接受其文本的 AGENTS.md 和技能。</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>已接受</translation>
    </message>
    <message>
        <source>Add /v1</source>
        <translation>添加 /v1</translation>
    </message>
    <message>
        <source>Add /v1 to an address without a version. Off: the address is used as written.</source>
        <translation>为不含版本的地址添加 /v1。关闭：按所写的地址使用。</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>智能体</translation>
    </message>
    <message>
        <source>Agents folder</source>
        <translation>智能体文件夹</translation>
    </message>
    <message>
        <source>Agents of this vault that were allowed.</source>
        <translation>此仓库中已允许的智能体。</translation>
    </message>
    <message>
        <source>All providers together; 0 for no limit.</source>
        <translation>所有提供商合计；0 表示无上限。</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>Allow, ask each time, or deny.</source>
        <translation>允许、每次询问或拒绝。</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>答复时间</translation>
    </message>
    <message>
        <source>Anthropic</source>
        <translation>Anthropic</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>For example en_GB, de_DE; a word is correct if one of them contains it. Empty for the language of this computer.</source>
        <translation>例如 en_GB, de_DE；单词在其中任一词典中即为正确。留空则使用本机语言。</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>询问</translation>
    </message>
    <message>
        <source>Ask for approval in</source>
        <translation>请求批准的方式</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Beside the note, as a tab among the notes, or in its own window.</source>
        <translation>在笔记旁、作为笔记间的标签页，或在独立窗口中。</translation>
    </message>
    <message>
        <source>Brave</source>
        <translation>Brave</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>卡片</translation>
    </message>
    <message>
        <source>Changes older than this can no longer be undone.</source>
        <translation>早于此时间的更改无法再撤销。</translation>
    </message>
    <message>
        <source>The most characters of one tool result that the model receives; the rest is cut, and the model is told.</source>
        <translation>模型从单个工具结果中最多接收的字符数；其余部分会截去并告知模型。</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Chat folder</source>
        <translation>对话文件夹</translation>
    </message>
    <message>
        <source>Chats are stored on this computer, outside the vault. keep: each chat is also a note of the vault; off: it is not; empty: not decided yet.</source>
        <translation>对话保存在本机，仓库之外。keep：同时将每个对话存为仓库的笔记；off：不存；留空：尚未决定。</translation>
    </message>
    <message>
        <source>Chats as notes</source>
        <translation>对话存为笔记</translation>
    </message>
    <message>
        <source>Check spelling</source>
        <translation>检查拼写</translation>
    </message>
    <message>
        <source>The program keeps running when the last window is closed, if this desktop has a tray.</source>
        <translation>关闭最后一个窗口后程序继续运行（需要桌面有系统托盘）。</translation>
    </message>
    <message>
        <source>Codex</source>
        <translation>Codex</translation>
    </message>
    <message>
        <source>Commands folder</source>
        <translation>命令文件夹</translation>
    </message>
    <message>
        <source>Comments</source>
        <translation>注释</translation>
    </message>
    <message>
        <source>Context window</source>
        <translation>上下文窗口</translation>
    </message>
    <message>
        <source>Contrast</source>
        <translation>对比度</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Created oldest</source>
        <translation>创建时间，最旧优先</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>天数</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>桌面</translation>
    </message>
    <message>
        <source>Destination</source>
        <translation>目的地</translation>
    </message>
    <message>
        <source>Dialog</source>
        <translation>对话框</translation>
    </message>
    <message>
        <source>Digest</source>
        <translation>摘要值</translation>
    </message>
    <message>
        <source>Dock</source>
        <translation>停靠</translation>
    </message>
    <message>
        <source>Dollars a chat</source>
        <translation>每个对话的美元</translation>
    </message>
    <message>
        <source>Dollars a day</source>
        <translation>每天的美元</translation>
    </message>
    <message>
        <source>Dollars an agent a day</source>
        <translation>每个智能体每天的美元</translation>
    </message>
    <message>
        <source>Duckduckgo</source>
        <translation>DuckDuckGo</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>编辑器</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>Endpoints, by name.</source>
        <translation>端点，按名称。</translation>
    </message>
    <message>
        <source>Environment variable with the key; without one the system&apos;s keyring is used.</source>
        <translation>存有密钥的环境变量；未设置则使用系统的密钥环。</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Folder of the vault whose folders are skills.</source>
        <translation>仓库中的文件夹，其中的各文件夹是技能。</translation>
    </message>
    <message>
        <source>Folder of the vault whose notes are agents.</source>
        <translation>仓库中的文件夹，其中的笔记是智能体。</translation>
    </message>
    <message>
        <source>Folder of the vault with a note for each word.</source>
        <translation>仓库中的文件夹，每个词语一篇笔记。</translation>
    </message>
    <message>
        <source>Folder of the vault with project notes.</source>
        <translation>仓库中存放项目笔记的文件夹。</translation>
    </message>
    <message>
        <source>Folder of the vault with quick commands.</source>
        <translation>仓库中存放快捷命令的文件夹。</translation>
    </message>
    <message>
        <source>For OpenAI kinds: responses or chat. Empty: responses for OpenAI, chat for all others.</source>
        <translation>用于 OpenAI 类型：responses 或 chat。留空：OpenAI 用 responses，其他均用 chat。</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>Gemini</source>
        <translation>Gemini</translation>
    </message>
    <message>
        <source>Gguf</source>
        <translation>GGUF</translation>
    </message>
    <message>
        <source>Granted</source>
        <translation>允许时间</translation>
    </message>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
    <message>
        <source>High draws all borders and uses no tinted backgrounds.</source>
        <translation>“高”会画出所有边框，并且不使用有色背景。</translation>
    </message>
    <message>
        <source>Defaults of chats.</source>
        <translation>对话的默认设置。</translation>
    </message>
    <message>
        <source>The mode of a new chat; the menu in the composer explains the modes.</source>
        <translation>新对话的模式；输入框中的菜单说明了各种模式。</translation>
    </message>
    <message>
        <source>How long changes can be undone.</source>
        <translation>更改可以撤销多久。</translation>
    </message>
    <message>
        <source>The most rounds of tool calls for one question; after that the assistant has to answer.</source>
        <translation>一个问题最多可进行的工具调用轮数；之后助手必须作答。</translation>
    </message>
    <message>
        <source>How much a reasoning model thinks before it answers. Empty leaves it to the model.</source>
        <translation>推理模型在回答前思考多少。留空则由模型决定。</translation>
    </message>
    <message>
        <source>Spending limits.</source>
        <translation>用量上限。</translation>
    </message>
    <message>
        <source>How notes are listed.</source>
        <translation>如何列出笔记。</translation>
    </message>
    <message>
        <source>How notes are written.</source>
        <translation>如何编写笔记。</translation>
    </message>
    <message>
        <source>How the web is searched.</source>
        <translation>如何搜索网络。</translation>
    </message>
    <message>
        <source>How the window looks.</source>
        <translation>窗口的外观。</translation>
    </message>
    <message>
        <source>The name shown for this provider.</source>
        <translation>此提供商的显示名称。</translation>
    </message>
    <message>
        <source>How tools are offered to the model.</source>
        <translation>如何向模型提供工具。</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Instructions and values of ChatGPT MD chats that you were shown, with your answer to each.</source>
        <translation>已向你显示过的 ChatGPT MD 对话的指令和数值，以及你对每项的答复。</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Key from environment</source>
        <translation>密钥来自环境变量</translation>
    </message>
    <message>
        <source>Key variable</source>
        <translation>密钥变量</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Shortcuts of the window&apos;s commands, by command name.</source>
        <translation>为窗口命令选定的快捷键，按命令名称。</translation>
    </message>
    <message>
        <source>Keyboard shortcut that opens quick ask from any program, such as Ctrl+Alt+Space; empty for none.</source>
        <translation>从任何程序打开快速提问的键盘快捷键，例如 Ctrl+Alt+Space；留空则无。</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>The base URL of the server, such as http://localhost:8080/v1. Leave empty for the vendor&apos;s own.</source>
        <translation>服务器的基础 URL，例如 http://localhost:8080/v1。留空则使用厂商自己的地址。</translation>
    </message>
    <message>
        <source>Let the assistant ask to search and read this vault. Not set: the first use asks.</source>
        <translation>允许助手请求搜索和读取此仓库。未设置：首次使用时询问。</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Lmstudio</source>
        <translation>LM Studio</translation>
    </message>
    <message>
        <source>Local</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Log sessions</source>
        <translation>记录番茄钟</translation>
    </message>
    <message>
        <source>Longest tool result</source>
        <translation>工具结果最大长度</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>Megabytes</source>
        <translation>兆字节</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Memory note</source>
        <translation>记忆笔记</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>Modified oldest</source>
        <translation>修改时间，最旧优先</translation>
    </message>
    <message>
        <source>Maximum space for earlier versions of notes.</source>
        <translation>笔记早期版本可占用的最大空间。</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>动画</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Chat titles</source>
        <translation>对话标题</translation>
    </message>
    <message>
        <source>Name down</source>
        <translation>名称，倒序</translation>
    </message>
    <message>
        <source>Name of an environment variable that holds the key.</source>
        <translation>存有密钥的环境变量的名称。</translation>
    </message>
    <message>
        <source>Names of other packages&apos; toolsets that are allowed.</source>
        <translation>已允许的其他软件包的工具集名称。</translation>
    </message>
    <message>
        <source>Native</source>
        <translation>原生</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>绝不</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>None switches animations off.</source>
        <translation>“无”会关闭动画。</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Notify</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>The language of the window; notes and answers are not translated.</source>
        <translation>窗口的语言；笔记和回答不会翻译。</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Offer to check for updates</source>
        <translation>提供检查更新</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>离线</translation>
    </message>
    <message>
        <source>Ollama</source>
        <translation>Ollama</translation>
    </message>
    <message>
        <source>On battery</source>
        <translation>使用电池时</translation>
    </message>
    <message>
        <source>One agent in a day; 0 for no limit.</source>
        <translation>一个智能体一天内；0 表示无上限。</translation>
    </message>
    <message>
        <source>One conversation; 0 for no limit.</source>
        <translation>一个对话；0 表示无上限。</translation>
    </message>
    <message>
        <source>Only files inside it; empty is the whole vault.</source>
        <translation>只限其中的文件；留空则为整个仓库。</translation>
    </message>
    <message>
        <source>Only tools with this effect, or * for all.</source>
        <translation>只限有此作用的工具，或 * 表示全部。</translation>
    </message>
    <message>
        <source>Only requests to this destination: a host, this-computer, or * for all.</source>
        <translation>只限发往此目标的请求：主机、this-computer，或 * 表示全部。</translation>
    </message>
    <message>
        <source>Openai</source>
        <translation>OpenAI</translation>
    </message>
    <message>
        <source>Openai compatible</source>
        <translation>OpenAI 兼容</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>打开时间</translation>
    </message>
    <message>
        <source>Openrouter</source>
        <translation>OpenRouter</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>Plus</source>
        <translation>Plus</translation>
    </message>
    <message>
        <source>Pomodoro</source>
        <translation>番茄钟</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Prices</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Private notes</source>
        <translation>私密笔记</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Projects folder</source>
        <translation>项目文件夹</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Providers</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Quick ask shortcut</source>
        <translation>快速提问快捷键</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>阅读</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Remember unasked</source>
        <translation>主动记忆</translation>
    </message>
    <message>
        <source>Responses</source>
        <translation>Responses</translation>
    </message>
    <message>
        <source>Tool rounds</source>
        <translation>工具轮数</translation>
    </message>
    <message>
        <source>SHA-256 of the accepted note.</source>
        <translation>已接受的笔记的 SHA-256。</translation>
    </message>
    <message>
        <source>SHA-256 of the values that were shown.</source>
        <translation>所显示值的 SHA-256。</translation>
    </message>
    <message>
        <source>Notify when an answer is complete or an approval is required and no window is active.</source>
        <translation>回答完成或需要批准，且没有活动窗口时通知。</translation>
    </message>
    <message>
        <source>SearXNG requires its address, Brave and Tavily require a key, DuckDuckGo neither.</source>
        <translation>SearXNG 需要填写地址，Brave 和 Tavily 需要密钥，DuckDuckGo 都不需要。</translation>
    </message>
    <message>
        <source>Search by the meaning of notes, in addition to their words.</source>
        <translation>除词语外，还按笔记的含义搜索。</translation>
    </message>
    <message>
        <source>Search engine</source>
        <translation>搜索引擎</translation>
    </message>
    <message>
        <source>Searxng</source>
        <translation>SearXNG</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Sentinel</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Settings in chat notes</source>
        <translation>对话笔记中的设置</translation>
    </message>
    <message>
        <source>Show an answer while it arrives. Switch this off for servers that cannot stream.</source>
        <translation>边生成边显示回答。若服务器不支持流式传输，请关闭。</translation>
    </message>
    <message>
        <source>Shows a button here. VaultDesk never checks by itself.</source>
        <translation>在此处显示一个按钮。VaultDesk 从不自行检查。</translation>
    </message>
    <message>
        <source>Skills folder</source>
        <translation>技能文件夹</translation>
    </message>
    <message>
        <source>Sort notes by</source>
        <translation>笔记排序方式</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>声音</translation>
    </message>
    <message>
        <source>Spending</source>
        <translation>用量</translation>
    </message>
    <message>
        <source>Permission rules for this vault.</source>
        <translation>此仓库的权限规则。</translation>
    </message>
    <message>
        <source>Stay in the tray</source>
        <translation>留在系统托盘</translation>
    </message>
    <message>
        <source>Stream answers</source>
        <translation>流式显示回答</translation>
    </message>
    <message>
        <source>Summarize long chats</source>
        <translation>概括长对话</translation>
    </message>
    <message>
        <source>System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>System follows the light or dark setting of this computer.</source>
        <translation>“跟随系统”采用本机的浅色或深色设置。</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>标签页</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Tavily</source>
        <translation>Tavily</translation>
    </message>
    <message>
        <source>The agent&apos;s note.</source>
        <translation>智能体的笔记。</translation>
    </message>
    <message>
        <source>The first question, or a title written by the model, which is sent the first exchange.</source>
        <translation>第一个问题，或由模型拟定的标题；后者会向模型发送第一轮问答。</translation>
    </message>
    <message>
        <source>Folder of the vault for chats and answers that are saved as notes.</source>
        <translation>仓库中存放对话以及存为笔记的回答的文件夹。</translation>
    </message>
    <message>
        <source>The folder; the tag without #; the property, as `name` or `name: value`; the note&apos;s path.</source>
        <translation>文件夹；不带 # 的标签；属性，写作 `name` 或 `name: value`；笔记的路径。</translation>
    </message>
    <message>
        <source>The model to use unless a chat names another.</source>
        <translation>对话未指定其他模型时使用的模型。</translation>
    </message>
    <message>
        <source>The note with one line for each remembered fact.</source>
        <translation>每条记住的事实占一行的笔记。</translation>
    </message>
    <message>
        <source>The order of notes in a folder; folders come first.</source>
        <translation>文件夹中笔记的顺序；文件夹在前。</translation>
    </message>
    <message>
        <source>The small timer.</source>
        <translation>小计时器。</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>Tokens a chat</source>
        <translation>每个对话的 token</translation>
    </message>
    <message>
        <source>Tokens a day</source>
        <translation>每天的 token</translation>
    </message>
    <message>
        <source>Tokens an agent a day</source>
        <translation>每个智能体每天的 token</translation>
    </message>
    <message>
        <source>Tokens of prompt and answer together; 0 for the server&apos;s own value. Ollama receives it with each request.</source>
        <translation>提示词与回答合计的 token 数；0 表示采用服务器的值。每次请求都会发送给 Ollama。</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Tool calling</source>
        <translation>工具调用</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Toolsets</source>
        <translation>工具集</translation>
    </message>
    <message>
        <source>Trusted</source>
        <translation>信任</translation>
    </message>
    <message>
        <source>US dollars per million input tokens.</source>
        <translation>每百万个输入 token 的美元价格。</translation>
    </message>
    <message>
        <source>US dollars per million output tokens.</source>
        <translation>每百万个输出 token 的美元价格。</translation>
    </message>
    <message>
        <source>Underline words in the editor that are in none of the dictionaries.</source>
        <translation>在编辑器中用下划线标出所有词典中都没有的单词。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Vault qa</source>
        <translation>仅用笔记</translation>
    </message>
    <message>
        <source>Vaults</source>
        <translation>仓库</translation>
    </message>
    <message>
        <source>Vaults, by absolute path.</source>
        <translation>仓库，按绝对路径。</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词汇本</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Web</source>
        <translation>网络搜索</translation>
    </message>
    <message>
        <source>Prices by model id, for models whose provider gives none.</source>
        <translation>按模型 id 填写的价格，用于提供商未给出价格的模型。</translation>
    </message>
    <message>
        <source>What an assistant remembers across conversations.</source>
        <translation>助手在各对话之间记住的内容。</translation>
    </message>
    <message>
        <source>What makes a note private: its folder, a tag, a property, or its path.</source>
        <translation>笔记为何私密：其文件夹、标签、属性或路径。</translation>
    </message>
    <message>
        <source>Messages that no longer fit the model are summarized for it; the chat itself is not changed.</source>
        <translation>模型容纳不下的消息会为其概括；对话本身不会更改。</translation>
    </message>
    <message>
        <source>What the program does outside its window.</source>
        <translation>程序在窗口之外所做的事。</translation>
    </message>
    <message>
        <source>When this vault was opened last.</source>
        <translation>此仓库上次打开的时间。</translation>
    </message>
    <message>
        <source>The address of SearXNG; optional for the others.</source>
        <translation>SearXNG 的地址；对其他引擎为可选项。</translation>
    </message>
    <message>
        <source>Where prices are known; 0 for no limit.</source>
        <translation>在价格已知时；0 表示无上限。</translation>
    </message>
    <message>
        <source>Folder of the vocabulary.</source>
        <translation>词汇的文件夹。</translation>
    </message>
    <message>
        <source>Whether a finished session is written as a line into the daily note.</source>
        <translation>是否将完成的番茄钟作为一行写入日记。</translation>
    </message>
    <message>
        <source>Whether an assistant may propose to remember something without being asked.</source>
        <translation>未经要求时，助手是否可以提议记住某事。</translation>
    </message>
    <message>
        <source>Whether it continues on battery power.</source>
        <translation>使用电池供电时是否继续。</translation>
    </message>
    <message>
        <source>Whether indexing for search by meaning is paused.</source>
        <translation>是否暂停为按含义搜索编制索引。</translation>
    </message>
    <message>
        <source>Which notes are private.</source>
        <translation>哪些笔记是私密的。</translation>
    </message>
    <message>
        <source>The protocol that the endpoint uses.</source>
        <translation>端点使用的协议。</translation>
    </message>
    <message>
        <source>The agent of a new chat; empty for the default assistant.</source>
        <translation>新对话使用的智能体；留空则使用默认助手。</translation>
    </message>
    <message>
        <source>The default model, as provider/model.</source>
        <translation>默认模型，写作 提供商/模型。</translation>
    </message>
    <message>
        <source>Version of the format of this file.</source>
        <translation>此文件格式的版本。</translation>
    </message>
    <message>
        <source>When the agent was allowed.</source>
        <translation>允许该智能体的时间。</translation>
    </message>
    <message>
        <source>When the values were shown and answered.</source>
        <translation>显示并回答这些值的时间。</translation>
    </message>
    <message>
        <source>Whether the values are used.</source>
        <translation>是否使用这些值。</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Xml</source>
        <translation>XML</translation>
    </message>
    <message>
        <source>built-in, off, or PROVIDER/MODEL of a server that makes embeddings.</source>
        <translation>built-in、off，或可生成嵌入向量的服务器的 PROVIDER/MODEL。</translation>
    </message>
    <message>
        <source>keep: text between %% and %% stays on this computer; send: it is sent with its note.</source>
        <translation>keep：%% 与 %% 之间的文本留在本机；send：随笔记一同发送。</translation>
    </message>
    <message>
        <source>never: no model reads it; local: only models on this computer; ask: you are asked each time.</source>
        <translation>never：没有模型会读取；local：只有本机上的模型会读取；ask：每次都询问你。</translation>
    </message>
    <message>
        <source>read-only, ask, edit (agents change notes in their folders without asking) or trusted.</source>
        <translation>read-only、ask、edit（智能体可不经询问更改自己文件夹中的笔记）或 trusted。</translation>
    </message>
</context>
<context>
    <name>SettingsForm</name>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>SettingsNavigation</name>
    <message>
        <source>Find a setting</source>
        <translation>查找设置</translation>
    </message>
    <message>
        <source>No settings match.</source>
        <translation>没有匹配的设置。</translation>
    </message>
    <message>
        <source>Settings pages</source>
        <translation>设置页面</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>ShortcutsSheet</name>
    <message>
        <source>Keyboard</source>
        <translation>键盘</translation>
    </message>
    <message>
        <source>All commands and their shortcuts. Type a name, or press keys in the field.</source>
        <translation>所有命令及其快捷键。可在框中键入名称，或按下按键。</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>查找命令</translation>
    </message>
    <message>
        <source>Name or shortcut of a command</source>
        <translation>命令的名称或快捷键</translation>
    </message>
    <message>
        <source>Commands and their shortcuts</source>
        <translation>命令及其快捷键</translation>
    </message>
    <message>
        <source>New shortcut</source>
        <translation>新快捷键</translation>
    </message>
    <message>
        <source>Change Shortcut</source>
        <translation>更改快捷键</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Restore all</source>
        <translation>全部恢复</translation>
    </message>
    <message>
        <source>Use It Anyway</source>
        <translation>仍要使用</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>Press the new shortcut for “{0}”. Backspace removes it, Esc cancels.</source>
        <translation>请按下“{0}”的新快捷键。Backspace 移除，Esc 取消。</translation>
    </message>
    <message>
        <source>{0} is the shortcut of “{1}”, which would then have none.</source>
        <translation>{0} 是“{1}”的快捷键，之后“{1}”将没有快捷键。</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>隐私</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>仓库</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>A single key is needed for typing. Combine it with Ctrl or Alt, or use F1 to F12.</source>
        <translation>输入文字需要用到单个按键。请与 Ctrl 或 Alt 组合，或使用 F1 至 F12。</translation>
    </message>
    <message>
        <source>This shortcut is needed in text fields. Choose another one.</source>
        <translation>文本框需要用到此快捷键。请选择其他快捷键。</translation>
    </message>
</context>
<context>
    <name>Shutdown</name>
    <message>
        <source>Close without saving</source>
        <translation>关闭而不保存</translation>
    </message>
    <message>
        <source>Quit without saving</source>
        <translation>退出而不保存</translation>
    </message>
</context>
<context>
    <name>SourceCard</name>
    <message>
        <source>ChatGPT, Claude</source>
        <translation>ChatGPT、Claude</translation>
    </message>
    <message>
        <source>The export as you downloaded it (.zip), or its unpacked folder.</source>
        <translation>下载的导出文件 (.zip) 或其解压后的文件夹。</translation>
    </message>
    <message>
        <source>Obsidian Copilot, ChatGPT MD, Gemini Scribe</source>
        <translation>Obsidian Copilot、ChatGPT MD、Gemini Scribe</translation>
    </message>
    <message>
        <source>One chat note, or a folder of them.</source>
        <translation>一篇对话笔记，或存放它们的文件夹。</translation>
    </message>
</context>
<context>
    <name>SourceChip</name>
    <message>
        <source>{note} (no longer exists)</source>
        <translation>{note}（已不存在）</translation>
    </message>
</context>
<context>
    <name>SourceRow</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
</context>
<context>
    <name>SpellChecker</name>
    <message>
        <source>Also installed: {languages}.</source>
        <translation>另外已安装：{languages}。</translation>
    </message>
    <message>
        <source>In use: {languages}.</source>
        <translation>正在使用：{languages}。</translation>
    </message>
    <message>
        <source>No spell checker was found. Install the package libenchant-2-2 and a dictionary, such as hunspell-en-us, then reopen Settings.</source>
        <translation>未找到拼写检查器。请安装 libenchant-2-2 软件包和一个词典（例如 hunspell-en-us），然后重新打开设置。</translation>
    </message>
    <message>
        <source>No spell checker was found: VaultDesk cannot use that of macOS or Windows.</source>
        <translation>未找到拼写检查器：VaultDesk 无法使用 macOS 或 Windows 的拼写检查器。</translation>
    </message>
    <message>
        <source>A spell checker is installed, but no dictionary. Install one, such as the package hunspell-en-us.</source>
        <translation>已安装拼写检查器，但没有词典。请安装一个，例如 hunspell-en-us 软件包。</translation>
    </message>
    <message>
        <source>No dictionary is installed for these languages. Installed: {languages}.</source>
        <translation>未安装这些语言的词典。已安装：{languages}。</translation>
    </message>
    <message>
        <source>No dictionary is installed for {languages}.</source>
        <translation>未安装 {languages} 的词典。</translation>
    </message>
</context>
<context>
    <name>SpellingCard</name>
    <message>
        <source>Spelling</source>
        <translation>拼写</translation>
    </message>
</context>
<context>
    <name>SpellingMenu</name>
    <message>
        <source>Remove from dictionary</source>
        <translation>从词典中移除</translation>
    </message>
    <message>
        <source>This note is read-only here.</source>
        <translation>此笔记在这里为只读。</translation>
    </message>
    <message>
        <source>No suggestions</source>
        <translation>没有建议</translation>
    </message>
    <message>
        <source>Add to dictionary</source>
        <translation>添加到词典</translation>
    </message>
    <message>
        <source>Ignore in this note</source>
        <translation>在本笔记中忽略</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Index</source>
        <translation>索引</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>按含义搜索</translation>
    </message>
    <message>
        <source>What left this computer</source>
        <translation>离开本机的内容</translation>
    </message>
    <message>
        <source>Pomodoro</source>
        <translation>番茄钟</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>No vault</source>
        <translation>没有仓库</translation>
    </message>
    <message>
        <source>Opening {0}…</source>
        <translation>正在打开 {0}…</translation>
    </message>
    <message>
        <source>answers on this computer</source>
        <translation>在本机回答</translation>
    </message>
    <message>
        <source>answers over the network</source>
        <translation>通过网络回答</translation>
    </message>
</context>
<context>
    <name>StatusMenus</name>
    <message>
        <source>Search index</source>
        <translation>搜索索引</translation>
    </message>
    <message>
        <source>Compare with the folder now</source>
        <translation>立即与文件夹比较</translation>
    </message>
    <message>
        <source>Rebuild the index</source>
        <translation>重建索引</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>More about the index</source>
        <translation>关于索引的更多信息</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>还有 {0} 个</translation>
    </message>
</context>
<context>
    <name>SubmitController</name>
    <message>
        <source>Another answer is in progress. Wait for it or stop it, then ask again.</source>
        <translation>另一个回答正在生成。请等它完成或停止它，然后重新提问。</translation>
    </message>
</context>
<context>
    <name>SuggestionRow</name>
    <message>
        <source>Ask: {0}</source>
        <translation>提问：{0}</translation>
    </message>
</context>
<context>
    <name>Suggestions</name>
    <message>
        <source>Ask about your notes</source>
        <translation>就你的笔记提问</translation>
    </message>
    <message>
        <source>Answers quote the notes they use. You are asked before a note leaves this computer.</source>
        <translation>回答会引用所用的笔记。笔记离开本机前会询问你。</translation>
    </message>
    <message>
        <source>Ask about 1 note</source>
        <translation>就 1 篇笔记提问</translation>
    </message>
    <message>
        <source>Ask about {0} notes</source>
        <translation>就 {0} 篇笔记提问</translation>
    </message>
    <message>
        <source>What does “{0}” say?</source>
        <translation>“{0}”说了什么？</translation>
    </message>
    <message>
        <source>{0} · changed {1}</source>
        <translation>{0} · {1}更改</translation>
    </message>
    <message>
        <source>Vault root</source>
        <translation>仓库根目录</translation>
    </message>
    <message>
        <source>today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>昨天</translation>
    </message>
</context>
<context>
    <name>SwitcherPopup</name>
    <message>
        <source>Your notes are still being read.</source>
        <translation>笔记仍在读取中。</translation>
    </message>
    <message>
        <source>Go to a note</source>
        <translation>转到笔记</translation>
    </message>
    <message>
        <source>Find a note by its name</source>
        <translation>按名称查找笔记</translation>
    </message>
    <message>
        <source>Find or create a note…</source>
        <translation>查找或创建笔记…</translation>
    </message>
    <message>
        <source>Notes found</source>
        <translation>找到的笔记</translation>
    </message>
    <message>
        <source>No matches.</source>
        <translation>没有匹配项。</translation>
    </message>
    <message>
        <source>There are no other notes yet. Type a name to create one.</source>
        <translation>还没有其他笔记。输入名称即可新建。</translation>
    </message>
    <message>
        <source>open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>in a new tab</source>
        <translation>在新标签页中</translation>
    </message>
    <message>
        <source>to the side</source>
        <translation>在侧边</translation>
    </message>
    <message>
        <source>headings</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>TabCloseButton</name>
    <message>
        <source>Unpin tab</source>
        <translation>取消固定标签页</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>关闭标签页</translation>
    </message>
</context>
<context>
    <name>TabStrip</name>
    <message>
        <source>Open notes</source>
        <translation>打开的笔记</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>关闭标签页</translation>
    </message>
</context>
<context>
    <name>TagRenamer</name>
    <message>
        <source>{n} notes have this tag, but at most {most} can be changed at once.</source>
        <translation>有 {n} 篇笔记带有此标签，但一次最多可更改 {most} 篇。</translation>
    </message>
    <message>
        <source>1 note has this tag or a nested tag. You see the change before it is made.</source>
        <translation>有 1 篇笔记带有此标签或其下级标签。更改之前你会先看到。</translation>
    </message>
    <message>
        <source>{n} notes have this tag or a nested tag. You see every change before it is made.</source>
        <translation>有 {n} 篇笔记带有此标签或其下级标签。每处更改之前你都会先看到。</translation>
    </message>
    <message>
        <source>Rename the tag #{tag}</source>
        <translation>重命名标签 #{tag}</translation>
    </message>
    <message>
        <source>Renamed #{tag} to #{name} in 1 note.</source>
        <translation>已在 1 篇笔记中将 #{tag} 重命名为 #{name}。</translation>
    </message>
    <message>
        <source>Renamed #{tag} to #{name} in {n} notes.</source>
        <translation>已在 {n} 篇笔记中将 #{tag} 重命名为 #{name}。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>No note was changed.</source>
        <translation>未更改任何笔记。</translation>
    </message>
</context>
<context>
    <name>TagsPane</name>
    <message>
        <source>Filter the tags</source>
        <translation>筛选标签</translation>
    </message>
    <message>
        <source>Sort order of tags</source>
        <translation>标签的排序方式</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>No matching tag</source>
        <translation>没有匹配的标签</translation>
    </message>
    <message>
        <source>No tag in this vault contains this text.</source>
        <translation>此仓库中没有标签含有此文本。</translation>
    </message>
    <message>
        <source>No tags yet</source>
        <translation>还没有标签</translation>
    </message>
    <message>
        <source>Tags you write in notes, such as #idea, are listed here.</source>
        <translation>你在笔记中写的标签（例如 #想法）会列在这里。</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>Most notes first</source>
        <translation>笔记最多优先</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>全部展开</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Search for it</source>
        <translation>搜索它</translation>
    </message>
    <message>
        <source>Add to the search</source>
        <translation>加入搜索</translation>
    </message>
    <message>
        <source>Rename in all notes…</source>
        <translation>在所有笔记中重命名…</translation>
    </message>
</context>
<context>
    <name>TemplatePicker</name>
    <message>
        <source>First open the note that the template is for.</source>
        <translation>请先打开要使用该模板的笔记。</translation>
    </message>
    <message>
        <source>There are no templates in “{folder}”.</source>
        <translation>“{folder}”中没有模板。</translation>
    </message>
    <message>
        <source>No folder for templates is set.</source>
        <translation>未设置模板文件夹。</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation>其他文件夹…</translation>
    </message>
    <message>
        <source>Templates</source>
        <translation>模板</translation>
    </message>
    <message>
        <source>Which template?</source>
        <translation>用哪个模板？</translation>
    </message>
    <message>
        <source>Folder for templates</source>
        <translation>模板文件夹</translation>
    </message>
    <message>
        <source>In which folder are your templates?</source>
        <translation>你的模板在哪个文件夹中？</translation>
    </message>
</context>
<context>
    <name>TextCell</name>
    <message>
        <source>Empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>Choose a day</source>
        <translation>选择日期</translation>
    </message>
</context>
<context>
    <name>Toast</name>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
</context>
<context>
    <name>ToolChecklist</name>
    <message>
        <source>All tools, including ones added later</source>
        <translation>所有工具，包括以后新增的</translation>
    </message>
    <message>
        <source>Only selected tools</source>
        <translation>仅限所选工具</translation>
    </message>
    <message>
        <source>Deleting and bulk changes</source>
        <translation>删除和批量更改</translation>
    </message>
    <message>
        <source>Changing notes</source>
        <translation>更改笔记</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Finding and reading</source>
        <translation>查找和读取</translation>
    </message>
</context>
<context>
    <name>ToolLine</name>
    <message>
        <source>Show arguments and result</source>
        <translation>显示参数和结果</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Nothing yet.</source>
        <translation>尚无内容。</translation>
    </message>
</context>
<context>
    <name>ToolListSection</name>
    <message>
        <source>Find a tool</source>
        <translation>查找工具</translation>
    </message>
    <message>
        <source>No tools match.</source>
        <translation>没有匹配的工具。</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>changes notes</source>
        <translation>更改笔记</translation>
    </message>
    <message>
        <source>deletes notes</source>
        <translation>删除笔记</translation>
    </message>
    <message>
        <source>reads notes</source>
        <translation>读取笔记</translation>
    </message>
    <message>
        <source>uses no notes</source>
        <translation>不使用笔记</translation>
    </message>
    <message>
        <source>uses the network</source>
        <translation>使用网络</translation>
    </message>
</context>
<context>
    <name>ToolText</name>
    <message>
        <source>you skipped it</source>
        <translation>你已跳过</translation>
    </message>
    <message>
        <source>Asked you</source>
        <translation>向你提了问</translation>
    </message>
    <message>
        <source>Read notes</source>
        <translation>读取笔记</translation>
    </message>
    <message>
        <source>Read {0} of {1} notes</source>
        <translation>读取了 {0} / {1} 篇笔记</translation>
    </message>
    <message>
        <source>Read {n} note</source>
        <translation>读取了 {n} 篇笔记</translation>
    </message>
    <message>
        <source>Read {n} notes</source>
        <translation>读取了 {n} 篇笔记</translation>
    </message>
    <message>
        <source>Reading a note</source>
        <translation>正在读取一篇笔记</translation>
    </message>
    <message>
        <source>Reading {n} notes</source>
        <translation>正在读取 {n} 篇笔记</translation>
    </message>
    <message>
        <source>Search notes</source>
        <translation>搜索笔记</translation>
    </message>
    <message>
        <source>Searched notes</source>
        <translation>搜索了笔记</translation>
    </message>
    <message>
        <source>Searching notes</source>
        <translation>正在搜索笔记</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>invalid arguments</source>
        <translation>参数无效</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>略去</translation>
    </message>
    <message>
        <source>no answer after {0}</source>
        <translation>{0}后无应答</translation>
    </message>
    <message>
        <source>no such tool</source>
        <translation>没有此工具</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>未允许</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>read</source>
        <translation>已读取</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>sent {0}</source>
        <translation>已发送 {0}</translation>
    </message>
    <message>
        <source>stayed here</source>
        <translation>留在本机</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>too many calls</source>
        <translation>调用过多</translation>
    </message>
    <message>
        <source>waiting for you</source>
        <translation>等待你操作</translation>
    </message>
    <message>
        <source>written, not confirmed</source>
        <translation>已写入，未确认</translation>
    </message>
    <message>
        <source>you left out {0}</source>
        <translation>你略去了 {0}</translation>
    </message>
    <message>
        <source>refused by you</source>
        <translation>被你拒绝</translation>
    </message>
    <message>
        <source>{0} found</source>
        <translation>找到 {0}</translation>
    </message>
    <message>
        <source>{0} min {1} s</source>
        <translation>{0} 分 {1} 秒</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>{n} match</source>
        <translation>{n} 处匹配</translation>
    </message>
    <message>
        <source>{n} matches</source>
        <translation>{n} 处匹配</translation>
    </message>
    <message>
        <source>{n} token</source>
        <translation>{n} 个 token</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} 个 token</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>“{0}”</translation>
    </message>
    <message>
        <source>1 link repaired</source>
        <translation>修复了 1 个链接</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Changed nothing</source>
        <translation>未作更改</translation>
    </message>
    <message>
        <source>Changed {0} notes</source>
        <translation>更改了 {0} 篇笔记</translation>
    </message>
    <message>
        <source>Changed {0} of {1} notes</source>
        <translation>更改了 {0} / {1} 篇笔记</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Renamed</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>changed by another program</source>
        <translation>由其他程序更改</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>由你编辑</translation>
    </message>
    <message>
        <source>not all written</source>
        <translation>未全部写入</translation>
    </message>
    <message>
        <source>partly left out by you</source>
        <translation>部分被你略去</translation>
    </message>
    <message>
        <source>{0} left out by you</source>
        <translation>{0} 处被你略去</translation>
    </message>
    <message>
        <source>{0} links repaired</source>
        <translation>修复了 {0} 个链接</translation>
    </message>
</context>
<context>
    <name>Toolbar</name>
    <message>
        <source>No vault</source>
        <translation>没有仓库</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>仓库</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Pane shown</source>
        <translation>显示的窗格</translation>
    </message>
    <message>
        <source>{0}
{1} and a click open it in a new window.</source>
        <translation>{0}
按住 {1} 并点击可在新窗口中打开。</translation>
    </message>
</context>
<context>
    <name>ToolsetCard</name>
    <message>
        <source>Toolsets from other packages</source>
        <translation>其他软件包的工具集</translation>
    </message>
    <message>
        <source>A toolset is code from another package and runs with your user rights. Its tools need the same approvals as built-in tools. Changes take effect after a restart.</source>
        <translation>工具集是其他软件包的代码，以你的用户权限运行。其工具需要与内置工具相同的批准。更改在重新启动后生效。</translation>
    </message>
    <message>
        <source>None is installed.</source>
        <translation>未安装任何工具集。</translation>
    </message>
    <message>
        <source>not installed</source>
        <translation>未安装</translation>
    </message>
    <message>
        <source>Update its package or report this to its developers. The other tools can be used.</source>
        <translation>请更新其软件包，或向其开发者报告此问题。其他工具仍可使用。</translation>
    </message>
    <message>
        <source>Update its package or report this to its developers.</source>
        <translation>请更新其软件包，或向其开发者报告此问题。</translation>
    </message>
    <message>
        <source>Install its package, or switch the toolset off.</source>
        <translation>请安装其软件包，或关闭该工具集。</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>VaultDesk</source>
        <translation>VaultDesk</translation>
    </message>
    <message>
        <source>VaultDesk: an answer is in progress</source>
        <translation>VaultDesk：正在生成回答</translation>
    </message>
    <message>
        <source>VaultDesk: a request is waiting for your approval</source>
        <translation>VaultDesk：有请求等待你批准</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>快速提问</translation>
    </message>
    <message>
        <source>Open VaultDesk</source>
        <translation>打开 VaultDesk</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Quit VaultDesk</source>
        <translation>退出 VaultDesk</translation>
    </message>
</context>
<context>
    <name>UndoAction</name>
    <message>
        <source>Redone: {notes}.</source>
        <translation>已重做：{notes}。</translation>
    </message>
    <message>
        <source>Undone: {notes}.</source>
        <translation>已撤销：{notes}。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} 篇笔记</translation>
    </message>
</context>
<context>
    <name>UndoBanner</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>UndoConflict</name>
    <message>
        <source>1 conflict</source>
        <translation>1 处冲突</translation>
    </message>
    <message>
        <source>Both changed these lines</source>
        <translation>两者都更改了这些行</translation>
    </message>
    <message>
        <source>is not changed</source>
        <translation>不会更改</translation>
    </message>
    <message>
        <source>{0} conflicts</source>
        <translation>{0} 处冲突</translation>
    </message>
    <message>
        <source>{0}: − is the current text, + the earlier text</source>
        <translation>{0}：− 是当前文本，+ 是早前的文本</translation>
    </message>
</context>
<context>
    <name>UndoConflictDialog</name>
    <message>
        <source>This note has changed since</source>
        <translation>此笔记此后有更改</translation>
    </message>
    <message>
        <source>These notes have changed since</source>
        <translation>这些笔记此后有更改</translation>
    </message>
    <message>
        <source>What has changed since</source>
        <translation>此后的更改</translation>
    </message>
    <message>
        <source>Which version</source>
        <translation>哪个版本</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>{0} was not done. Nothing was changed.</source>
        <translation>{0} 未执行。未更改任何内容。</translation>
    </message>
    <message>
        <source>With both merged</source>
        <translation>两者合并</translation>
    </message>
    <message>
        <source>Conflicting changes</source>
        <translation>冲突的更改</translation>
    </message>
    <message>
        <source>Merging undoes the change and keeps later changes.</source>
        <translation>合并会撤销该更改，并保留此后的更改。</translation>
    </message>
    <message>
        <source>The same lines have changed since, so they cannot be merged automatically. Change them in the note.</source>
        <translation>相同的行此后有更改，因此无法自动合并。请在笔记中更改。</translation>
    </message>
    <message>
        <source>Open {0}</source>
        <translation>打开 {0}</translation>
    </message>
</context>
<context>
    <name>UpdateCard</name>
    <message>
        <source>Check Now</source>
        <translation>立即检查</translation>
    </message>
    <message>
        <source>Open Download Page</source>
        <translation>打开下载页面</translation>
    </message>
    <message>
        <source>Only released builds can check for updates. Look for a newer version where you got this one; update a checkout with git pull.</source>
        <translation>只有正式发布的版本可以检查更新。请到你获取此版本的地方查找更新的版本；git 检出可用 git pull 更新。</translation>
    </message>
    <message>
        <source>Check Now fetches only {address} and downloads no program. The request is the same for every user and contains nothing about you, your notes or your version. The site sees your IP address.</source>
        <translation>“立即检查”只获取 {address}，不下载任何程序。每个用户的请求都相同，其中不含关于你、你的笔记或你的版本的任何信息。该网站会看到你的 IP 地址。</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Asking {host}…</source>
        <translation>正在询问 {host}…</translation>
    </message>
    <message>
        <source>VaultDesk could not check for a newer version.</source>
        <translation>VaultDesk 无法检查是否有更新的版本。</translation>
    </message>
    <message>
        <source>VaultDesk {version} is up to date. The newest version is {newest}, released on {day}.</source>
        <translation>VaultDesk {version} 已是最新。最新版本是 {newest}，发布于 {day}。</translation>
    </message>
    <message>
        <source>VaultDesk {newest} was released on {day}. You have {version}.</source>
        <translation>VaultDesk {newest} 发布于 {day}。你的版本是 {version}。</translation>
    </message>
    <message>
        <source>In your browser, at {host}</source>
        <translation>在浏览器中打开，位于 {host}</translation>
    </message>
</context>
<context>
    <name>UrlHandler</name>
    <message>
        <source>Too many links were opened at once. This one was ignored.</source>
        <translation>一次打开的链接过多。此链接已忽略。</translation>
    </message>
    <message>
        <source>Open a vault first: the link does not name one.</source>
        <translation>请先打开一个仓库：链接没有指明仓库。</translation>
    </message>
    <message>
        <source>There is no note “{0}” in this vault.</source>
        <translation>此仓库中没有笔记“{0}”。</translation>
    </message>
    <message>
        <source>Another link is already proposing a note. This one was ignored.</source>
        <translation>已有另一个链接提议新建笔记。此链接已忽略。</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>A link filled in this question. Read it before you send it.</source>
        <translation>此问题由链接填入。发送前请先阅读。</translation>
    </message>
    <message>
        <source>Go to the question</source>
        <translation>转到问题</translation>
    </message>
    <message>
        <source>A link proposes the question “{0}”</source>
        <translation>有链接提议问题“{0}”</translation>
    </message>
    <message>
        <source>Replace the current question</source>
        <translation>替换当前的问题</translation>
    </message>
</context>
<context>
    <name>UseProviderRow</name>
    <message>
        <source>Use in Chats</source>
        <translation>用于对话</translation>
    </message>
    <message>
        <source>Chats use this provider now.</source>
        <translation>对话现在使用此提供商。</translation>
    </message>
    <message>
        <source>Chats use {0} now.</source>
        <translation>对话现在使用 {0}。</translation>
    </message>
</context>
<context>
    <name>VaultList</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open {0}</source>
        <translation>打开 {0}</translation>
    </message>
    <message>
        <source>last used today</source>
        <translation>上次使用：今天</translation>
    </message>
    <message>
        <source>last used {0}</source>
        <translation>上次使用：{0}</translation>
    </message>
    <message>
        <source>last used in {0}</source>
        <translation>上次使用：{0} 年</translation>
    </message>
</context>
<context>
    <name>VaultStatus</name>
    <message>
        <source>A newer version of VaultDesk has stored records of this vault. They are not changed. This version stores its own, so changes made and texts sent with the newer version are not listed here.</source>
        <translation>更新版本的 VaultDesk 保存了此仓库的记录，这些记录不会更改。此版本另存自己的记录，因此用更新版本所做的更改和发送的文本不在此列出。</translation>
    </message>
    <message>
        <source>Rebuild it</source>
        <translation>重建</translation>
    </message>
    <message>
        <source>Nothing sent today</source>
        <translation>今天未发送内容</translation>
    </message>
</context>
<context>
    <name>VaultViews</name>
    <message>
        <source>The note “{name}” no longer exists.</source>
        <translation>笔记“{name}”已不存在。</translation>
    </message>
</context>
<context>
    <name>VaultWindow</name>
    <message>
        <source>A note could not be saved, so it stays open.</source>
        <translation>有一篇笔记无法保存，因此保持打开。</translation>
    </message>
    <message>
        <source>Continue without saving</source>
        <translation>继续而不保存</translation>
    </message>
    <message>
        <source>Find the Folder…</source>
        <translation>查找文件夹…</translation>
    </message>
    <message>
        <source>Look around in the welcome vault</source>
        <translation>在欢迎仓库中随便看看</translation>
    </message>
    <message>
        <source>The folder {folder} was last found on {day}.</source>
        <translation>文件夹 {folder} 上次找到是在{day}。</translation>
    </message>
    <message>
        <source>Try Again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>It may have been moved, or its drive may not be connected.</source>
        <translation>它可能已被移动，或其驱动器可能没有连接。</translation>
    </message>
    <message>
        <source>Your chats and settings are safe.</source>
        <translation>你的对话和设置安然无恙。</translation>
    </message>
    <message>
        <source>{name} was not found</source>
        <translation>未找到 {name}</translation>
    </message>
</context>
<context>
    <name>VocabularyCommand</name>
    <message>
        <source>Vocabulary</source>
        <translation>词汇本</translation>
    </message>
    <message>
        <source>The offline assistant cannot look up words.</source>
        <translation>离线助手无法查词。</translation>
    </message>
    <message>
        <source>Choose a model in Settings.</source>
        <translation>请在“设置”中选择模型。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>VocabularyPage</name>
    <message>
        <source>Search the words</source>
        <translation>搜索词语</translation>
    </message>
    <message>
        <source>Search words and meanings</source>
        <translation>搜索词语和释义</translation>
    </message>
    <message>
        <source>Which words</source>
        <translation>哪些词语</translation>
    </message>
    <message>
        <source>All words</source>
        <translation>所有词语</translation>
    </message>
    <message>
        <source>To review</source>
        <translation>待复习</translation>
    </message>
    <message>
        <source>Without a meaning</source>
        <translation>没有释义</translation>
    </message>
    <message>
        <source>Add a Word</source>
        <translation>添加词语</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>复习</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词汇本</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>Review {n}</source>
        <translation>复习 {n} 个</translation>
    </message>
    <message>
        <source>There are no words to review now.</source>
        <translation>现在没有要复习的词语。</translation>
    </message>
    <message>
        <source>No matching words</source>
        <translation>没有匹配的词语</translation>
    </message>
    <message>
        <source>Search for something else.</source>
        <translation>换别的内容搜索。</translation>
    </message>
    <message>
        <source>the vault</source>
        <translation>仓库</translation>
    </message>
    <message>
        <source>No words yet</source>
        <translation>还没有词语</translation>
    </message>
    <message>
        <source>Add one here, or ask the assistant: “add nuances to vocabulary”. Each word is a note in {0}.</source>
        <translation>可在此添加，或让助手添加：“把 nuances 加入词汇本”。每个词语是 {0} 中的一篇笔记。</translation>
    </message>
    <message>
        <source>Changed the meaning of “{0}”.</source>
        <translation>已更改“{0}”的释义。</translation>
    </message>
    <message>
        <source>“{0}” already exists.</source>
        <translation>“{0}”已存在。</translation>
    </message>
    <message>
        <source>Added “{0}” to the vocabulary.</source>
        <translation>已将“{0}”加入词汇本。</translation>
    </message>
    <message>
        <source>Deleted “{0}”.</source>
        <translation>已删除“{0}”。</translation>
    </message>
    <message>
        <source>1 day</source>
        <translation>1 天</translation>
    </message>
    <message>
        <source>1 hour</source>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Look up</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新</translation>
    </message>
    <message>
        <source>Open its note</source>
        <translation>打开其笔记</translation>
    </message>
    <message>
        <source>in {wait}</source>
        <translation>{wait}后</translation>
    </message>
    <message>
        <source>no meaning yet</source>
        <translation>还没有释义</translation>
    </message>
    <message>
        <source>{n} days</source>
        <translation>{n} 天</translation>
    </message>
    <message>
        <source>{n} hours</source>
        <translation>{n} 小时</translation>
    </message>
    <message>
        <source>{n} min</source>
        <translation>{n} 分钟</translation>
    </message>
    <message>
        <source>{n} months</source>
        <translation>{n} 个月</translation>
    </message>
    <message>
        <source>{n} word</source>
        <translation>{n} 词</translation>
    </message>
    <message>
        <source>{n} words</source>
        <translation>{n} 个词语</translation>
    </message>
    <message>
        <source>{n} years</source>
        <translation>{n} 年</translation>
    </message>
    <message>
        <source>{total}, {due} to review</source>
        <translation>{total}，{due} 个待复习</translation>
    </message>
</context>
<context>
    <name>WaitingBanner</name>
    <message>
        <source>Another chat is waiting for your answer.</source>
        <translation>另一个对话在等待你的回答。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>WebSheet</name>
    <message>
        <source>Web searches of an assistant are sent to the search engine you choose. You are asked each time.</source>
        <translation>助手的网络搜索会发送到你选择的搜索引擎。每次都会询问你。</translation>
    </message>
    <message>
        <source>Web</source>
        <translation>网络搜索</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>The words of each search you allow are sent to {0}.</source>
        <translation>你允许的每次搜索的词语会发送到 {0}。</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>An agent is a note. It can narrow your permissions but never extend them.</source>
        <translation>智能体是一篇笔记。它可以收窄你的权限，但绝不会扩大权限。</translation>
    </message>
    <message>
        <source>VaultDesk quit unexpectedly the last time. Your saved notes are not affected.</source>
        <translation>VaultDesk 上次意外退出。你已保存的笔记不受影响。</translation>
    </message>
    <message>
        <source>An internal error occurred in VaultDesk the last time. Your saved notes are not affected.</source>
        <translation>上次 VaultDesk 发生内部错误。你已保存的笔记不受影响。</translation>
    </message>
    <message>
        <source>An internal error occurred in VaultDesk. Your notes were not changed. See the log for details.</source>
        <translation>VaultDesk 发生内部错误。你的笔记未更改。详细信息见日志。</translation>
    </message>
    <message>
        <source>The strictest rule that matches a note applies, whatever else is allowed.</source>
        <translation>以与笔记匹配的最严格的规则为准，不受其他许可影响。</translation>
    </message>
    <message>
        <source>The rule for the innermost folder applies. For the same folder, the strictest rule applies.</source>
        <translation>以最内层文件夹的规则为准。同一文件夹中，以最严格的规则为准。</translation>
    </message>
    <message>
        <source>{0} contains a very large number of files and is not an Obsidian vault. VaultDesk would read all Markdown files in it to make them searchable. Nothing in it is changed.</source>
        <translation>{0} 含有非常多的文件，且不是 Obsidian 仓库。VaultDesk 会读取其中所有 Markdown 文件以便搜索。其中的内容不会更改。</translation>
    </message>
</context>
<context>
    <name>WindowChats</name>
    <message>
        <source>The chat was copied as Markdown.</source>
        <translation>对话已以 Markdown 格式复制。</translation>
    </message>
</context>
<context>
    <name>WindowManager</name>
    <message>
        <source>This is a portable VaultDesk: it stores settings and data in {0} but cannot write there ({1}). Until it can, nothing is saved. Without that folder, it uses the standard folders of this computer.</source>
        <translation>这是便携版 VaultDesk：设置和数据保存在 {0}，但无法写入（{1}）。在能够写入之前，不会保存任何内容。没有该文件夹时，它会使用本机的标准文件夹。</translation>
    </message>
    <message>
        <source>VaultDesk stores settings and data in {0} but cannot write there ({1}). Until it can, nothing is saved.</source>
        <translation>VaultDesk 将设置和数据保存在 {0}，但无法写入（{1}）。在能够写入之前，不会保存任何内容。</translation>
    </message>
</context>
<context>
    <name>WindowTabs</name>
    <message>
        <source>Open a note…</source>
        <translation>打开笔记…</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>新建笔记</translation>
    </message>
    <message>
        <source>Today’s note</source>
        <translation>今天的笔记</translation>
    </message>
    <message>
        <source>Reopen {name}</source>
        <translation>重新打开 {name}</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>标签页</translation>
    </message>
    <message>
        <source>There are no other tabs.</source>
        <translation>没有其他标签页。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close other tabs</source>
        <translation>关闭其他标签页</translation>
    </message>
    <message>
        <source>There are no tabs to the right.</source>
        <translation>右侧没有标签页。</translation>
    </message>
    <message>
        <source>Close tabs to the right</source>
        <translation>关闭右侧标签页</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>Split to the right</source>
        <translation>向右分屏</translation>
    </message>
    <message>
        <source>Split downwards</source>
        <translation>向下分屏</translation>
    </message>
    <message>
        <source>Move to the other side</source>
        <translation>移到另一侧</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Open a note to see its headings.</source>
        <translation>打开笔记即可查看其标题。</translation>
    </message>
</context>
<context>
    <name>WindowsHotkeyBackend</name>
    <message>
        <source>Works everywhere in Windows.</source>
        <translation>在 Windows 中任何地方均可用。</translation>
    </message>
    <message>
        <source>“{0}” is already used by another program. Choose another shortcut.</source>
        <translation>“{0}”已被其他程序使用。请选择其他快捷键。</translation>
    </message>
    <message>
        <source>Windows refused “{0}”.</source>
        <translation>Windows 拒绝了“{0}”。</translation>
    </message>
</context>
<context>
    <name>WordForm</name>
    <message>
        <source>Word or phrase</source>
        <translation>词语或短语</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Look Up the Meaning</source>
        <translation>查询释义</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Add a word</source>
        <translation>添加词语</translation>
    </message>
    <message>
        <source>Asking {model}…</source>
        <translation>正在询问 {model}…</translation>
    </message>
    <message>
        <source>Waiting for the model.</source>
        <translation>正在等待模型。</translation>
    </message>
    <message>
        <source>Proposed by the model. Check it, then save.</source>
        <translation>由模型建议。请检查后再保存。</translation>
    </message>
    <message>
        <source>A word of the vocabulary</source>
        <translation>词汇本中的词语</translation>
    </message>
    <message>
        <source>Type a word.</source>
        <translation>请键入词语。</translation>
    </message>
</context>
<context>
    <name>WriteLockNotice</name>
    <message>
        <source>{n} more changes were interrupted.</source>
        <translation>另有 {n} 项更改被中断。</translation>
    </message>
    <message>
        <source>1 more change was interrupted.</source>
        <translation>另有 1 项更改被中断。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>X11HotkeyBackend</name>
    <message>
        <source>Works everywhere on this desktop.</source>
        <translation>在此桌面上任何地方均可用。</translation>
    </message>
    <message>
        <source>The X server could not be asked for this shortcut.</source>
        <translation>无法向 X 服务器请求此快捷键。</translation>
    </message>
    <message>
        <source>This keyboard has no key for “{0}”.</source>
        <translation>此键盘没有用于“{0}”的按键。</translation>
    </message>
    <message>
        <source>“{0}” is already used by another program. Choose another shortcut.</source>
        <translation>“{0}”已被其他程序使用。请选择其他快捷键。</translation>
    </message>
    <message>
        <source>The X server refused “{0}”.</source>
        <translation>X 服务器拒绝了“{0}”。</translation>
    </message>
</context>
<context>
    <name>_Conflict</name>
    <message>
        <source>Conflict {number}, line {line}</source>
        <translation>冲突 {number}，第 {line} 行</translation>
    </message>
    <message>
        <source>Mine</source>
        <translation>我的</translation>
    </message>
    <message>
        <source>From outside</source>
        <translation>来自外部</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>两者</translation>
    </message>
    <message>
        <source>These lines are removed.</source>
        <translation>这些行已移除。</translation>
    </message>
</context>
<context>
    <name>_QuestionText</name>
    <message>
        <source>Your question</source>
        <translation>你的问题</translation>
    </message>
</context>
</TS>
